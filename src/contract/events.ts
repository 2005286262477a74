// What the service tells the receivers of an account: kinds of event, and what each carries (docs/decisions.md "Events").
import { z } from "zod";
import type { CaptureFormat } from "./capture-options.ts";
import { metadata, RECORD_ID, SCREENSHOT_STATES, type ScreenshotState } from "./screenshot.ts";

export const EVENT_KINDS = [
  "screenshot.created",
  "screenshot.completed",
  "screenshot.failed",
  "screenshot.deleted",
  "batch.completed",
  "usage.threshold",
  "test.ping",
] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

export type ScreenshotEventKind = Extract<EventKind, `screenshot.${string}`>;

/** Per cent of the monthly screenshots at which an account is told. */
export const USAGE_THRESHOLDS = [80, 100] as const;

const user = z.object({ id: z.string().describe("The account.") });
const screenshot = z.object({
  _id: z.string().regex(RECORD_ID).describe("Identifier of the record."),
  url: z.string().describe("The captured URL; about:blank for a document that was sent."),
  status: z.enum(SCREENSHOT_STATES).describe("When the event happened."),
  imageUrl: z.url().nullable().describe("Null unless completed and the image is kept."),
  metadata,
});
const deletion = z.object({
  isDeleted: z.literal(true),
  deletedAt: z.iso.datetime(),
  deletedSize: z.int().nonnegative().describe("Bytes of the image that was removed."),
});
const batch = z.object({
  _id: z.string().regex(RECORD_ID).describe("Identifier of the batch."),
  count: z.int().positive().describe("Screenshots in the batch; each has ended."),
  completed: z.int().nonnegative(),
  failed: z.int().nonnegative(),
});
const usage = z.object({
  threshold: z.int().describe(`Per cent of the limit: ${USAGE_THRESHOLDS.join(" or ")}.`),
  month: z
    .string()
    .regex(/^\d{4}-\d\d$/)
    .describe("The month, UTC."),
  limit: z.int().nonnegative().describe("Screenshots that the account may capture in it."),
  usage: z.int().nonnegative().describe("Screenshots captured in it."),
});

/** What each kind of event says in `data`, and when it is sent. */
export const events: Record<EventKind, { when: string; data: z.ZodObject }> = {
  "screenshot.created": {
    when: "A capture was accepted",
    data: z.object({ screenshot: inState("processing", "pending"), user }),
  },
  "screenshot.completed": {
    when: "A capture is completed",
    data: z.object({ screenshot: inState("completed"), user }),
  },
  "screenshot.failed": {
    when: "A capture has failed",
    data: z.object({
      screenshot: inState("failed"),
      error: z.string().describe("The record's errorMessage."),
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
    when: "Every capture of a batch has ended",
    data: z.object({ batch, user }),
  },
  "usage.threshold": {
    when: `${USAGE_THRESHOLDS.join(" or ")} per cent of the month's screenshots are used`,
    data: z.object({ usage, user }),
  },
  "test.ping": {
    when: "You asked for a test",
    data: z.object({ message: z.string(), user }),
  },
};

function inState(...states: [ScreenshotState, ...ScreenshotState[]]) {
  return screenshot.extend({ status: z.enum(states) });
}

/** The body of every delivery of a kind. */
export function eventPayload(kind: EventKind) {
  return z.object({
    event: z.literal(kind),
    event_id: z
      .string()
      .regex(/^evt_[0-9a-f]{16}$/)
      .describe("The same over retries, replays and webhooks: dedupe on it."),
    timestamp: z.iso.datetime().describe("When it happened."),
    data: events[kind].data,
  });
}

/** The body of every delivery, whatever its kind. */
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
  | { message: string }
);

/** What is said of a deletion, screenshot.deleted says alone. */
type ScreenshotEventData = z.infer<typeof screenshot> & Partial<z.infer<typeof deletion>>;

export type BatchEventData = z.infer<typeof batch>;

export type UsageEventData = z.infer<typeof usage>;

/** What is kept of an event until it is delivered: as much of EventData as does not depend on the receiver. */
export type EventSubject =
  | { screenshot: ScreenshotFacts }
  | { batch: BatchEventData }
  | { usage: UsageEventData }
  | { message: string };

/** A record as it was when the event happened. */
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
};
