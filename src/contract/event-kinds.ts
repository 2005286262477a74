// The kinds of events. Separate from their schemas, which most isolates do not need.

/** The last hexadecimal digit of an event id is the index of its kind: append new kinds at the end, at most 16. */
export const EVENT_KINDS = [
  "screenshot.created",
  "screenshot.completed",
  "screenshot.failed",
  "screenshot.deleted",
  "batch.completed",
  "usage.threshold",
  "test.ping",
  "monitor.changed",
  "monitor.failed",
  "monitor.recovered",
] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

export type ScreenshotEventKind = Extract<EventKind, `screenshot.${string}`>;

/** Percentages of the monthly screenshots at which usage.threshold is sent. */
export const USAGE_THRESHOLDS = [80, 100] as const;
