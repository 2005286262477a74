// One attempt to capture a page, interactive or queued.
import type { CaptureOptions } from "../../../contract/capture-options.ts";

export type CaptureAttempt = {
  /** The id of the record. */
  id: string;
  startedAt: Date;
  options: CaptureOptions;
  /** Where this attempt stores its image. No other attempt uses this key. */
  imageKey: string;
};

/** The time to store the image and to send it to a slow client, after the capture's own timeout. */
const DEADLINE_SLACK_MS = 60_000;

/** Returns the time after which an attempt with a timeout of `timeoutMs` counts as lost. */
export function attemptDeadline(startedAt: Date, timeoutMs: number): Date {
  return new Date(startedAt.getTime() + timeoutMs + DEADLINE_SLACK_MS);
}
