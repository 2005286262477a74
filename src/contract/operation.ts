// What one endpoint takes and answers, in a form that documents can be made of.
import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";

export type Operation = {
  /** In camelCase, for generated clients. */
  id: string;
  method: "get" | "post" | "put" | "delete";
  /** With its parameters in braces. */
  path: string;
  tag: "Capture" | "Screenshots" | "Webhooks" | "Account" | "Service";
  /** One line, without a full stop. */
  summary: string;
  /** What one needs to know beyond the summary. Markdown. */
  description?: string;
  /** Name of a parameter in the path → what it is. */
  parameters?: Record<string, string>;
  query?: Record<string, z.ZodType>;
  body?: z.ZodType;
  /** A body that is accepted, to begin with. */
  example?: object;
  answers: Answer[];
  /** Takes an Idempotency-Key (docs/decisions.md "Idempotency"). */
  idempotent?: true;
  /** What it refuses beyond `KEYED_ERRORS` and `BODY_ERRORS`. */
  errors?: ErrorCode[];
  /** Answers everybody, in no rate window. */
  open?: true;
};

export type Answer = {
  status: 200 | 201 | 206 | 304 | 503;
  description: string;
  /** The JSON that it answers. */
  json?: z.ZodType;
  /** The content types that it answers otherwise. */
  content?: readonly string[];
  headers?: readonly HeaderName[];
};

/** What every endpoint behind a key may answer. */
export const KEYED_ERRORS: readonly ErrorCode[] = [
  "missing_api_key",
  "invalid_api_key",
  "rate_limit_exceeded",
  "internal_error",
];

/** What every endpoint that takes a JSON body may answer. */
export const BODY_ERRORS: readonly ErrorCode[] = [
  "invalid_json",
  "request_body_too_large",
  "unsupported_media_type",
  "invalid_options",
];

/** What every endpoint that takes an Idempotency-Key may answer. */
export const IDEMPOTENCY_ERRORS: readonly ErrorCode[] = [
  "idempotency_key_in_use",
  "idempotency_key_reused",
  "image_gone",
];

/** Errors whose answer says in Retry-After when to come back. */
export const RETRYABLE_ERRORS: readonly ErrorCode[] = [
  "idempotency_key_in_use",
  "rate_limit_exceeded",
  "service_unavailable",
];

type Header = { type: "string" | "integer"; description: string };

/** Every header of an answer that means something to a caller. */
export const headers = {
  "X-Request-Id": { type: "string", description: "Names this request in the service's log." },
  "X-RateLimit-Limit": { type: "integer", description: "Requests allowed in 60 seconds." },
  "X-RateLimit-Remaining": { type: "integer", description: "Requests left in the window." },
  "X-RateLimit-Reset": {
    type: "integer",
    description: "Unix seconds when the oldest request leaves the window.",
  },
  "Retry-After": { type: "integer", description: "Seconds to wait before trying again." },
  "X-Screenshot-Id": { type: "string", description: "Identifier of the record." },
  "X-Remaining-Credits": { type: "integer", description: "Screenshots left this month." },
  "X-Screenshot-Stored": {
    type: "string",
    description: "`false` when the storage is full and the image was not kept.",
  },
  "X-Cache": { type: "string", description: "`HIT` or `MISS`, where `cache_ttl` was given." },
  "Idempotent-Replayed": {
    type: "string",
    description: "`true` when this is the first answer to the same `Idempotency-Key` again.",
  },
  "Content-Disposition": { type: "string", description: "A name to save the file under." },
  "Content-Range": { type: "string", description: "Which bytes of the image these are." },
  ETag: { type: "string", description: "Names this version of the image." },
  Allow: { type: "string", description: "The methods that the address answers." },
} as const satisfies Record<string, Header>;

export type HeaderName = keyof typeof headers;

export const RATE_HEADERS = [
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
] as const satisfies HeaderName[];
