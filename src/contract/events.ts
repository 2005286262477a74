// The kinds of events that webhooks receive, and their payloads (docs/decisions/events.md).
import * as z from "zod";
import type { CaptureFormat } from "./capture-options.ts";
import type { ErrorDetails } from "./errors.ts";
import { type EventKind, USAGE_THRESHOLDS } from "./event-kinds.ts";
import { comparisonResult } from "./compare.ts";
import type { PageFacts } from "./page-facts.ts";
import {
  captureError,
  metadata,
  RECORD_ID,
  SCREENSHOT_STATES,
  type ScreenshotState,
} from "./screenshot.ts";

const user = z.object({ id: z.string().describe("Identifier of the account.") });
const screenshot = z.object({
  _id: z.string().regex(RECORD_ID).describe("Identifier of the record."),
  url: z.string().describe("The captured URL; about:blank for an HTML document."),
  status: z.enum(SCREENSHOT_STATES).describe("Status at the time of the event."),
  imageUrl: z
    .url()
    .nullable()
    .describe("URL of the image. Null unless the capture is completed and the image is stored."),
  metadata,
  error: captureError.exactOptional(),
});
const deletion = z.object({
  isDeleted: z.literal(true),
  deletedAt: z.iso.datetime(),
  deletedSize: z.int().nonnegative().describe("Size of the deleted image in bytes."),
});
const batch = z.object({
  _id: z.string().regex(RECORD_ID).describe("Identifier of the batch."),
  count: z.int().positive().describe("Screenshots in the batch."),
  completed: z.int().nonnegative(),
  failed: z.int().nonnegative(),
});
const usage = z.object({
  threshold: z.int().describe(`Percentage of the limit: ${USAGE_THRESHOLDS.join(" or ")}.`),
  month: z
    .string()
    .regex(/^\d{4}-\d\d$/)
    .describe("The month in UTC, such as 2026-11."),
  limit: z.int().nonnegative().describe("Monthly limit of screenshots."),
  usage: z.int().nonnegative().describe("Screenshots captured in the month."),
});

const monitor = z.object({
  _id: z.string().regex(RECORD_ID).describe("Identifier of the monitor."),
  name: z.string(),
  url: z.string().describe("The URL that the monitor captures."),
  runId: z.string().regex(RECORD_ID).describe("Identifier of the run."),
});
const change = comparisonResult
  .pick({ ratio: true, pixels: true, shiftedBy: true, regions: true })
  .extend({
    before: z.string().regex(RECORD_ID).describe("Identifier of the earlier screenshot."),
    after: z.string().regex(RECORD_ID).describe("Identifier of the later screenshot."),
    diffUrl: z.url().nullable().describe("Diff image. Null if the storage was full."),
  });
const reason = z.string().describe("Why the run failed or was skipped, as a code.");

/** The `data` of each kind of event, and when it is sent. */
export const events: Record<EventKind, { when: string; data: z.ZodObject }> = {
  "screenshot.created": {
    when: "A capture was accepted",
    data: z.object({ screenshot: inState("processing", "pending"), user }),
  },
  "screenshot.completed": {
    when: "A capture completed",
    data: z.object({ screenshot: inState("completed"), user }),
  },
  "screenshot.failed": {
    when: "A capture failed",
    data: z.object({
      screenshot: inState("failed"),
      error: z.string().describe("The errorMessage of the record."),
      user,
    }),
  },
  "screenshot.deleted": {
    when: "A screenshot was deleted",
    data: z.object({
      screenshot: screenshot.extend(deletion.shape),
      error: z.string().exactOptional(),
      user,
    }),
  },
  "batch.completed": {
    when: "Every capture of a batch completed or failed",
    data: z.object({ batch, user }),
  },
  "usage.threshold": {
    when: `${USAGE_THRESHOLDS.join(" or ")} percent of the monthly screenshots are used`,
    data: z.object({ usage, user }),
  },
  "monitor.changed": {
    when: "A run of a monitor found a change",
    data: z.object({ monitor, change, user }),
  },
  "monitor.failed": {
    when: "A run of a monitor failed or was skipped, for the first time since the last compared run",
    data: z.object({
      monitor,
      reason,
      error: z.string().describe("The reason as a sentence."),
      user,
    }),
  },
  "monitor.recovered": {
    when: "A run of a monitor was compared again after failed or skipped runs",
    data: z.object({ monitor, user }),
  },
  "test.ping": {
    when: "A test was requested",
    data: z.object({ message: z.string(), user }),
  },
};

function inState(...states: [ScreenshotState, ...ScreenshotState[]]) {
  return screenshot.extend({ status: z.enum(states) });
}

/** Returns the schema of the body of a delivery of this kind. */
export function eventPayload(kind: EventKind) {
  return z.object({
    event: z.literal(kind),
    event_id: z
      .string()
      .regex(/^evt_[0-9a-f]{16}$/)
      .describe(
        "Identifier of the event. Retries, replays and other webhooks send the same value, so deduplicate by it.",
      ),
    timestamp: z.iso.datetime().describe("Time of the event."),
    data: events[kind].data,
  });
}

/** The body of a delivery of any kind. */
export type EventPayload = {
  event: EventKind;
  event_id: string;
  timestamp: string;
  data: EventData;
};

export type EventData = { user: z.infer<typeof user> } & (
  | { screenshot: ScreenshotEventData; error?: string }
  | { batch: BatchEventData }
  | { usage: UsageEventData }
  | { monitor: MonitorEventData; change: z.infer<typeof change> }
  | { monitor: MonitorEventData; reason: string; error: string }
  | { monitor: MonitorEventData }
  | { message: string }
);

/** Only screenshot.deleted contains the fields of a deletion. */
type ScreenshotEventData = z.infer<typeof screenshot> & Partial<z.infer<typeof deletion>>;

export type BatchEventData = z.infer<typeof batch>;

type MonitorEventData = z.infer<typeof monitor>;

export type UsageEventData = z.infer<typeof usage>;

/** The part of an event that is stored until delivery. It excludes all fields that depend on the receiver. */
export type EventSubject =
  | { screenshot: ScreenshotFacts }
  | { batch: BatchEventData }
  | { usage: UsageEventData }
  | MonitorFacts
  | { message: string };

/** A run of a monitor. `change.diffKey`: key of the diff image. */
export type MonitorFacts = {
  monitor: MonitorEventData;
  change?: Omit<z.infer<typeof change>, "diffUrl"> & { diffKey: string | null };
  reason?: string;
  error?: string;
};

/** A snapshot of a record at the time of the event. */
export type ScreenshotFacts = {
  id: string;
  url: string;
  status: ScreenshotState;
  format: CaptureFormat;
  imageKey: string | null;
  fileSize: number | null;
  width: number | null;
  height: number | null;
  httpStatus: number | null;
  truncated: boolean;
  errorMessage: string | null;
  /** Deliveries that were stored by older versions have neither code nor details. */
  errorCode?: string | null;
  errorDetails?: ErrorDetails | null;
  /** Deliveries of older versions lack this field. */
  page?: PageFacts | null;
};
