// Every error of the API with its code, HTTP status and message (docs/api.md "Errors").

export const errorTable = {
  invalid_json: { status: 400, message: "The request body is not valid JSON." },
  missing_api_key: {
    status: 401,
    message: "The request has no API key. Send the key in the X-API-Key header.",
  },
  invalid_api_key: { status: 401, message: "The API key is invalid, expired or revoked." },
  invalid_signature: {
    status: 401,
    message:
      "The signature of the link is invalid. Sign the link again and do not change its parameters.",
  },
  link_expired: { status: 403, message: "The link has expired. Create a new link." },
  usage_limit_exceeded: {
    status: 402,
    message: "The limit of the plan has been reached. Upgrade the plan or wait for the next month.",
  },
  forbidden: { status: 403, message: "This screenshot is owned by another account." },
  not_found: { status: 404, message: "Not found. Check the URL and the identifier." },
  method_not_allowed: {
    status: 405,
    message: "This endpoint does not support the request method. See the Allow header.",
  },
  idempotency_key_in_use: {
    status: 409,
    message:
      "A request with this Idempotency-Key is in progress. Retry after the seconds in Retry-After.",
  },
  image_gone: { status: 410, message: "The image has been deleted or has expired." },
  request_body_too_large: { status: 413, message: "The request body exceeds 2 MiB." },
  link_too_long: {
    status: 414,
    message: "The link exceeds 16 KiB. Send the capture with POST /v1/capture.",
  },
  unsupported_media_type: {
    status: 415,
    message: "The Content-Type is not supported. Send JSON with Content-Type: application/json.",
  },
  range_not_satisfiable: {
    status: 416,
    message: "The requested range starts after the end of the image.",
  },
  misdirected_request: {
    status: 421,
    message:
      "This service does not serve the host of the request. Use localhost, an IP address or the name in HOST.",
  },
  invalid_options: {
    status: 422,
    message: "The request is invalid. See `details` for every invalid field.",
  },
  invalid_url: { status: 422, message: "The URL is invalid. Send an http or https URL." },
  url_not_allowed: {
    status: 422,
    message:
      "The URL, or a redirect of the page, leads to a private or internal address. Use a public URL.",
  },
  webhook_limit_reached: {
    status: 422,
    message: "The account has reached its limit of webhooks. Delete one to add another.",
  },
  monitor_limit_reached: {
    status: 422,
    message: "The account has reached its limit of monitors. Delete one to add another.",
  },
  selector_not_found: {
    status: 422,
    message: "The selector matches no element of the page. Check `selector`.",
  },
  content_check_failed: {
    status: 422,
    message:
      "The text of the page does not meet `fail_if_text` or `fail_unless_text`. See `details`.",
  },
  idempotency_key_reused: {
    status: 422,
    message: "Another request used this Idempotency-Key in the last 24 hours. Use a new key.",
  },
  rate_limit_exceeded: {
    status: 429,
    message: "Too many requests. Retry after the seconds in Retry-After.",
  },
  internal_error: {
    status: 500,
    message: "An internal error occurred. Retry later, or report the request id in `details`.",
  },
  render_failed: { status: 500, message: "The page could not be captured. Retry the request." },
  host_error: {
    status: 502,
    message: "The target could not be reached. Check the URL and that its server responds.",
  },
  service_unavailable: {
    status: 503,
    message: "No browser is available. Retry after the seconds in Retry-After.",
  },
  navigation_timeout: {
    status: 504,
    message:
      "The page did not load before the timeout. Increase `timeout` or `navigation_timeout`.",
  },
} as const;

export type ErrorCode = keyof typeof errorTable;

export type ErrorStatus = (typeof errorTable)[ErrorCode]["status"];

/** Additional facts. Validation errors map the path of each invalid field to its error. */
export type ErrorDetails = Record<string, string | number | string[]>;

type ErrorExtras = {
  details?: ErrorDetails;
  message?: string;
  /** Seconds to wait before a retry; sent as the Retry-After header. */
  retryAfterSeconds?: number;
  cause?: unknown;
};

/** An error with a documented code. `http/respond-error.ts` converts it to a response. */
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
