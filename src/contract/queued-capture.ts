// The messages of the capture queue. A message is one capture, or the next step of a monitor's run.
import * as z from "zod";
import { storedOptions } from "./capture-options.ts";
import { RECORD_ID } from "./screenshot.ts";

/** The options that all captures of a batch share. */
const captureOrder = z.object({
  /** Resolved when the batch was accepted. The options of the record may have changed since then. */
  options: storedOptions,
  /** The options that can contain secrets: JSON, sealed for QUEUED_CAPTURE_SECRETS. */
  secrets: z.string().optional(),
  /** Selectors of elements that the capture makes invisible. Only monitors set them. */
  invisibleSelectors: z.array(z.string()).optional(),
});

export const queuedCapture = captureOrder.extend({
  screenshotId: z.string().regex(RECORD_ID),
});

/** Continues a run of a monitor. */
export const runStep = z.object({ monitorRunId: z.string().regex(RECORD_ID) });

export type RunStep = z.output<typeof runStep>;

export type CaptureOrder = z.output<typeof captureOrder>;

export type QueuedCapture = z.output<typeof queuedCapture>;

/** Purpose for which the secret box seals the secrets of a queued capture. */
export const QUEUED_CAPTURE_SECRETS = "capture-job";
