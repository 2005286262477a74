// Describes an endpoint: input, responses and errors. The OpenAPI document and /llms.txt are generated from it.
import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";

export type Operation = {
  /** The operationId of OpenAPI, in camelCase for generated clients. */
  id: string;
  method: "get" | "post" | "put" | "delete";
  /** The path with its parameters in braces. */
  path: string;
  tag: "Capture" | "Screenshots" | "Monitors" | "Webhooks" | "Account" | "Service";
  /** A summary on one line, without a period at the end. */
  summary: string;
  /** Additional details in Markdown. */
  description?: string;
  /** Maps each path parameter to its description. */
  parameters?: Record<string, string>;
  query?: Record<string, z.ZodType>;
  body?: z.ZodType;
  /** A valid body. */
  example?: object;
  answers: Answer[];
  /** Accepts an Idempotency-Key (docs/decisions/idempotency.md). */
  idempotent?: true;
  /** Errors in addition to `KEYED_ERRORS`, `BODY_ERRORS` and `IDEMPOTENCY_ERRORS`. */
  errors?: ErrorCode[];
  /** Requires no API key and has no rate limit. */
  open?: true;
};

export type Answer = {
  status: 200 | 201 | 206 | 304 | 503;
  description: string;
  /** Schema of a JSON body. */
  json?: z.ZodType;
  /** Content types of other bodies. */
  content?: readonly string[];
  headers?: readonly HeaderName[];
};

/** Errors of every endpoint that requires an API key. */
export const KEYED_ERRORS: readonly ErrorCode[] = [
  "missing_api_key",
  "invalid_api_key",
  "rate_limit_exceeded",
  "internal_error",
  "service_unavailable",
];

/** Errors of every endpoint that accepts a JSON body. */
export const BODY_ERRORS: readonly ErrorCode[] = [
  "invalid_json",
  "request_body_too_large",
  "unsupported_media_type",
  "invalid_options",
];

/** Errors of every endpoint that accepts an Idempotency-Key. */
export const IDEMPOTENCY_ERRORS: readonly ErrorCode[] = [
  "idempotency_key_in_use",
  "idempotency_key_reused",
  "image_gone",
];

/** Errors whose response has a Retry-After header. */
export const RETRYABLE_ERRORS: readonly ErrorCode[] = [
  "idempotency_key_in_use",
  "rate_limit_exceeded",
  "service_unavailable",
];

type Header = { type: "string" | "integer"; description: string };

/** Every documented response header. */
export const headers = {
  "X-Request-Id": {
    type: "string",
    description: "Identifier of the request in the log of the service.",
  },
  "X-RateLimit-Limit": { type: "integer", description: "Requests allowed per 60 seconds." },
  "X-RateLimit-Remaining": { type: "integer", description: "Requests left in the window." },
  "X-RateLimit-Reset": {
    type: "integer",
    description: "Unix time in seconds at which the oldest request leaves the window.",
  },
  "Retry-After": { type: "integer", description: "Seconds to wait before a retry." },
  "X-Screenshot-Id": { type: "string", description: "Identifier of the record." },
  "X-Remaining-Credits": { type: "integer", description: "Screenshots left this month." },
  "X-Screenshot-Stored": {
    type: "string",
    description: "`false` if the image was not stored because the storage is full.",
  },
  "X-Cache": { type: "string", description: "`HIT` or `MISS`, if the request set `cache_ttl`." },
  "Idempotent-Replayed": {
    type: "string",
    description:
      "`true` if this is the stored response to an earlier request with the same `Idempotency-Key`.",
  },
  "Content-Disposition": { type: "string", description: "File name for downloads." },
  "Content-Range": { type: "string", description: "Range of the image that the body contains." },
  ETag: { type: "string", description: "Version of the image." },
  Allow: { type: "string", description: "Methods that the endpoint supports." },
} as const satisfies Record<string, Header>;

export type HeaderName = keyof typeof headers;

export const RATE_HEADERS = [
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
] as const satisfies HeaderName[];
