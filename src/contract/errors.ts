// Every error the service answers: its code, HTTP status and sentence (SPEC.md "Errors", docs/decisions.md).

export const errorTable = {
  invalid_json: { status: 400, message: "The request body is not valid JSON." },
  missing_api_key: {
    status: 401,
    message: "No API key was supplied. Send it in the X-API-Key header.",
  },
  invalid_api_key: { status: 401, message: "The API key is invalid or has been revoked." },
  invalid_signature: {
    status: 401,
    message: "The link is not signed by a key of this service, or has been changed.",
  },
  link_expired: { status: 403, message: "The link's time is over." },
  usage_limit_exceeded: { status: 402, message: "The plan's allowance has been reached." },
  forbidden: { status: 403, message: "This screenshot belongs to another account." },
  not_found: { status: 404, message: "There is nothing at this address." },
  method_not_allowed: { status: 405, message: "This address does not answer that method." },
  idempotency_key_in_use: {
    status: 409,
    message:
      "A request with this Idempotency-Key is under way; repeat it after Retry-After seconds.",
  },
  image_gone: { status: 410, message: "The image is no longer kept." },
  request_body_too_large: { status: 413, message: "The request body is larger than 1 MiB." },
  link_too_long: { status: 414, message: "The link is longer than 16 KiB." },
  unsupported_media_type: {
    status: 415,
    message: "Send the body as JSON, with the header Content-Type: application/json.",
  },
  range_not_satisfiable: {
    status: 416,
    message: "The image ends before the range that was asked for.",
  },
  invalid_options: { status: 422, message: "The request has faults; details names each." },
  invalid_url: { status: 422, message: "The url is not a valid http or https address." },
  url_not_allowed: {
    status: 422,
    message: "The page, or an address it leads to, is private or internal and is not captured.",
  },
  webhook_limit_reached: {
    status: 422,
    message: "The account has as many webhooks as it may have; delete one first.",
  },
  selector_not_found: { status: 422, message: "The selector matches no element of the page." },
  idempotency_key_reused: {
    status: 422,
    message: "This Idempotency-Key belongs to another request of the last 24 hours.",
  },
  rate_limit_exceeded: { status: 429, message: "Too many requests; wait for Retry-After seconds." },
  internal_error: { status: 500, message: "Something went wrong on our side." },
  render_failed: { status: 500, message: "The page could not be captured." },
  host_error: { status: 502, message: "The target could not be reached." },
  service_unavailable: {
    status: 503,
    message: "No browser is free right now; try again after Retry-After seconds.",
  },
  navigation_timeout: { status: 504, message: "The page did not get ready in time." },
} as const;

export type ErrorCode = keyof typeof errorTable;

export type ErrorStatus = (typeof errorTable)[ErrorCode]["status"];

/** Facts beside the sentence. For validation: field path → what is wrong with it. */
export type ErrorDetails = Record<string, string | number | string[]>;

type ErrorExtras = {
  details?: ErrorDetails;
  message?: string;
  /** Whole seconds after which a retry makes sense; becomes the Retry-After header. */
  retryAfterSeconds?: number;
  cause?: unknown;
};

/** An error with a documented code. Thrown anywhere, turned into a response in http/respond-error.ts alone. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, extras: ErrorExtras = {}) {
    super(extras.message ?? errorTable[code].message, { cause: extras.cause });
    this.name = "ServiceError";
    this.code = code;
    this.details = extras.details;
    this.retryAfterSeconds = extras.retryAfterSeconds;
  }

  get status(): ErrorStatus {
    return errorTable[this.code].status;
  }
}
