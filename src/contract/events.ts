// What the service tells the receivers of an account: kinds of event, and what each carries (docs/decisions.md "Events").
import type { CaptureFormat } from "./capture-options.ts";
import type { Metadata, ScreenshotState } from "./screenshot.ts";

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

/** The body of every delivery. `event_id` stays the same over retries, replays and webhooks: "evt_" and 16 hex characters. */
export type EventPayload = {
  event: EventKind;
  event_id: string;
  /** ISO 8601: when it happened. */
  timestamp: string;
  data: EventData;
};

export type EventData = { user: { id: string } } & (
  | { screenshot: ScreenshotEventData; error?: string }
  | { batch: BatchEventData }
  | { usage: UsageEventData }
  | { message: string }
);

export type ScreenshotEventData = {
  _id: string;
  url: string;
  status: ScreenshotState;
  /** Null unless the screenshot is completed and its image is kept. */
  imageUrl: string | null;
  metadata: Metadata;
  /** From here on: screenshot.deleted alone. `deletedSize` is the bytes of the image that was removed. */
  isDeleted?: true;
  deletedAt?: string;
  deletedSize?: number;
};

/** Of `count` screenshots each has ended, one way or the other. */
export type BatchEventData = { _id: string; count: number; completed: number; failed: number };

/** `usage` of `limit` screenshots of the `month` (UTC, "2026-11") are used: at least `threshold` per cent. */
export type UsageEventData = { threshold: number; month: string; limit: number; usage: number };

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
