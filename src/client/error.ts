// What the client throws when the service says no.
import type { ErrorCode, ErrorDetails } from "../contract/errors.ts";

type Facts = {
  /** "unexpected_answer": whatever answered was not the service, such as a proxy on the way. */
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
  /** Facts beside the sentence; for faults in a request, field path → what is wrong with it. */
  readonly details: ErrorDetails;
  /** Names the request in the service's log. */
  readonly requestId: string | undefined;
  /** When to try again, where the service says so. */
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

/** Reads an answer that is no success. */
export async function readError(answer: Response): Promise<EdgeshotError> {
  const text = await answer.text();
  const retryAfter = answer.headers.get("Retry-After");
  const facts = {
    status: answer.status,
    requestId: answer.headers.get("X-Request-Id") ?? undefined,
    retryAfterSeconds: retryAfter === null ? undefined : Number(retryAfter),
  };
  try {
    // The documented shape; whatever has another is not the service's.
    const { error } = JSON.parse(text) as { error: Pick<Facts, "code" | "message" | "details"> };
    return new EdgeshotError({ ...facts, ...error });
  } catch {
    // Not JSON, or JSON of somebody else.
    const message = `HTTP ${answer.status} without an error of the service: ${text.slice(0, 200)}`;
    return new EdgeshotError({ ...facts, code: "unexpected_answer", message });
  }
}
