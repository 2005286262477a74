// The messages of the capture queue: one capture of a batch each.
import { z } from "zod";
import { storedOptions } from "./capture-options.ts";
import { RECORD_ID } from "./screenshot.ts";

/** How every page of a batch is to be captured. */
const captureOrder = z.object({
  /** Resolved when the batch was accepted; what the record says may have been changed since. */
  options: storedOptions,
  /** The options that can hold a secret: JSON, sealed for JOB_SECRETS. */
  secrets: z.string().optional(),
});

export const queuedCapture = captureOrder.extend({
  screenshotId: z.string().regex(RECORD_ID),
});

export type CaptureOrder = z.output<typeof captureOrder>;

export type QueuedCapture = z.output<typeof queuedCapture>;

/** What the secrets of a job are sealed for. */
export const QUEUED_CAPTURE_SECRETS = "capture-job";
