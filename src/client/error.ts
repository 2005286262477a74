// The error of the client.
import type { ErrorCode, ErrorDetails } from "../contract/errors.ts";

type Facts = {
  /** "unexpected_answer": the response is not from the service, but for example from a proxy. */
  code: ErrorCode | "unexpected_answer";
  status: number;
  message: string;
  details?: ErrorDetails | undefined;
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
};

export class EdgeshotError extends Error {
  readonly code: Facts["code"];
  /** HTTP status. */
  readonly status: number;
  /** Additional facts. Validation errors map the path of each invalid field to its error. */
  readonly details: ErrorDetails;
  /** Identifier of the request in the log of the service. */
  readonly requestId: string | undefined;
  /** Seconds to wait before a retry, if the service sent Retry-After. */
  readonly retryAfterSeconds: number | undefined;

  constructor({ code, status, message, details = {}, requestId, retryAfterSeconds }: Facts) {
    super(message);
    this.name = "EdgeshotError";
    this.code = code;
    this.status = status;
    this.details = details;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Converts an error response to an EdgeshotError. */
export async function readError(answer: Response): Promise<EdgeshotError> {
  const text = await answer.text();
  const retryAfter = answer.headers.get("Retry-After");
  const facts = {
    status: answer.status,
    requestId: answer.headers.get("X-Request-Id") ?? undefined,
    retryAfterSeconds: retryAfter === null ? undefined : Number(retryAfter),
  };
  try {
    // Responses of the service have this documented shape.
    const { error } = JSON.parse(text) as { error: Pick<Facts, "code" | "message" | "details"> };
    return new EdgeshotError({ ...facts, ...error });
  } catch {
    // Not JSON, or not the documented shape.
    const message = `HTTP ${answer.status} without an error of the service: ${text.slice(0, 200)}`;
    return new EdgeshotError({ ...facts, code: "unexpected_answer", message });
  }
}
