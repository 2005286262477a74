// The outcome of one capture in one browser, and its conversion to a result or an error.
import type { CaptureFailure, Rendered } from "../capture/request.ts";
import { ServiceError } from "../contract/errors.ts";
import { receiveRendered, type TransferableRendering } from "./transfer.ts";

export type CaptureOutcome =
  | { kind: "rendered"; rendered: TransferableRendering }
  | { kind: "failed"; failure: CaptureFailure }
  /** The browser failed during the capture: another browser may succeed. */
  | { kind: "lost"; reason: string }
  /** The renderer of the page crashed. The other captures of the browser continue, and another attempt may succeed. */
  | { kind: "crashed"; reason: string }
  /** The browser closed before the capture started, or because of another page: another browser may succeed. */
  | { kind: "closed" };

/** The session did not answer within the time of the capture. */
export type Hung = { kind: "hung" };

/** A client that repeats the request gets another browser, which needs about this time to start. */
const RETRY_AFTER_LOSS_SECONDS = 1;

/** Returns the capture, or throws ServiceError. */
export function resultOf(outcome: Exclude<CaptureOutcome, { kind: "closed" }> | Hung): Rendered {
  if (outcome.kind === "rendered") return receiveRendered(outcome.rendered);
  throw errorOf(outcome);
}

function errorOf(outcome: Exclude<CaptureOutcome, { kind: "closed" | "rendered" }> | Hung) {
  if (outcome.kind === "failed") return new ServiceError(outcome.failure.code, outcome.failure);
  if (outcome.kind === "hung")
    return new ServiceError("navigation_timeout", { details: { phase: "capture" } });
  return new ServiceError("render_failed", {
    cause: outcome.reason,
    retryAfterSeconds: RETRY_AFTER_LOSS_SECONDS,
  });
}

export function createFloodError(): ServiceError {
  return new ServiceError("render_failed", {
    message: "The page sends more requests, navigations or messages than a capture allows.",
    details: { reason: "flood" },
  });
}
