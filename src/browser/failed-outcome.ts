// Converts the error of a capture to its outcome. Separate from outcome.ts, because only isolates with a browser need it.
import { BrowserFailure, classifyError } from "../capture/classify-error.ts";
import { ServiceError } from "../contract/errors.ts";
import { DeadlineExceeded } from "../lib/deadline.ts";
import { createLog } from "../lib/log.ts";
import type { CaptureOutcome } from "./outcome.ts";

/** `isCause`: the page of the capture crashed or blocked the browser. `isVictim`: another page blocked the browser. */
type Circumstances = { isOpen: boolean; isCause: boolean; isVictim: boolean };

const log = createLog("browser-session");

export function outcomeOfError(
  error: unknown,
  { isOpen, isCause, isVictim }: Circumstances,
): Exclude<CaptureOutcome, { kind: "rendered" }> {
  const classified = classifyError(timeoutOf(error) ?? error);
  const { message } = classified;
  if (classified instanceof BrowserFailure || !isOpen) {
    if (isCause) return { kind: "crashed", reason: message };
    return isVictim ? { kind: "closed" } : { kind: "lost", reason: message };
  }
  const { code, details } = classified;
  if (code === "render_failed") log("capture failed", { error: classified.cause ?? classified });
  const failure = { code, message, ...(details === undefined ? {} : { details }) };
  return { kind: "failed", failure };
}

/** Returns the error of a capture that has hung. The other captures of its browser continue. */
function timeoutOf(error: unknown): ServiceError | undefined {
  if (!(error instanceof DeadlineExceeded)) return undefined;
  return new ServiceError("navigation_timeout", { details: { phase: "capture" } });
}
