// The messages of the capture queue. Each message is one capture of a batch.
import { z } from "zod";
import { storedOptions } from "./capture-options.ts";
import { RECORD_ID } from "./screenshot.ts";

/** The options that all captures of a batch share. */
const captureOrder = z.object({
  /** Resolved when the batch was accepted. The options of the record may have changed since then. */
  options: storedOptions,
  /** The options that can contain secrets: JSON, sealed for QUEUED_CAPTURE_SECRETS. */
  secrets: z.string().optional(),
});

export const queuedCapture = captureOrder.extend({
  screenshotId: z.string().regex(RECORD_ID),
});

export type CaptureOrder = z.output<typeof captureOrder>;

export type QueuedCapture = z.output<typeof queuedCapture>;

/** Purpose for which the secret box seals the secrets of a queued capture. */
export const QUEUED_CAPTURE_SECRETS = "capture-job";
