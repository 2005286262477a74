// Screenshot records and the responses that contain them (docs/api.md "Records").
import * as z from "zod";
import { blocked } from "./blocked.ts";
import { FORMATS, storedOptions } from "./capture-options.ts";
import { pageFacts } from "./page-facts.ts";
import { pagination } from "./paging.ts";

export const SCREENSHOT_STATES = ["pending", "processing", "completed", "failed"] as const;

/** Whether full_page_scroll reached the end of the page. */
export const SCROLLED = ["fully", "partly"] as const;

export type Scrolled = (typeof SCROLLED)[number];

/** Identifier of a record or a batch. */
export const RECORD_ID = /^[0-9a-f]{24}$/;

const id = z.string().regex(RECORD_ID).describe("Identifier of the record.");
const batchId = z
  .string()
  .regex(RECORD_ID)
  .exactOptional()
  .describe("Identifier of the batch, if the capture is part of one.");
const monitorId = z
  .string()
  .regex(RECORD_ID)
  .exactOptional()
  .describe("Identifier of the monitor, if one of its runs captured the screenshot.");
const url = z.string().describe("The captured URL; about:blank for an HTML document.");
const state = z.enum(SCREENSHOT_STATES);
const format = z.enum(FORMATS);
const bytes = z.int().nonnegative().describe("Size in bytes.");
const pixels = z.object({ width: z.number(), height: z.number() });
const dimensions = pixels.describe(
  "Size in pixels. For a PDF: size of the first page in CSS pixels.",
);
const httpStatus = z.int().describe("HTTP status of the response of the target.");
const truncated = z.literal(true).describe("The page is longer than the captured area.");
const pages = z.int().positive().describe("Number of pages of a PDF.");
const scrolled = z
  .enum(SCROLLED)
  .describe(
    "Present with full_page_scroll. `partly`: the time or the height limit ended the scrolling before the end of the page.",
  );
const time = z.iso.datetime();
const imageExpiredAt = time
  .exactOptional()
  .describe("When the image was deleted because its retention period ended.");

/** POST /v1/capture with response_type json. */
export const captureAnswer = z.object({
  success: z.literal(true),
  data: z.object({
    id,
    url,
    image_url: z.url(),
    status: state,
    metadata: z.object({
      file_size: bytes,
      format,
      dimensions,
      http_status: httpStatus.exactOptional(),
      truncated: truncated.exactOptional(),
      pages: pages.exactOptional(),
      scrolled: scrolled.exactOptional(),
      blocked: blocked.exactOptional(),
      page: pageFacts.exactOptional(),
    }),
    created_at: time,
  }),
  remaining_credits: z.int().nonnegative(),
});

export const metadata = z
  .object({
    fileSize: bytes.exactOptional(),
    format,
    dimensions: dimensions.exactOptional(),
    httpStatus: httpStatus.exactOptional(),
    truncated: truncated.exactOptional(),
    pages: pages.exactOptional(),
    scrolled: scrolled.exactOptional(),
    blocked: blocked.exactOptional(),
    page: pageFacts.exactOptional(),
  })
  .describe("`fileSize` and `dimensions` are present once the capture is completed.");

/** One item of GET /v1/screenshots. */
export const listItem = z.object({
  _id: id,
  batchId,
  monitorId,
  url,
  name: z.string().exactOptional(),
  status: state,
  imageUrl: z
    .url()
    .nullable()
    .exactOptional()
    .describe(
      "URL of the image. Present once the capture is completed; null if the image is not stored.",
    ),
  thumbnailUrl: z
    .url()
    .exactOptional()
    .describe(
      "Thumbnail of the top of the image, at most 400 by 400 pixels. Present if one was created.",
    ),
  imageExpiredAt,
  metadata,
  createdAt: time,
});

/** POST /v1/capture/batch. */
export const batchAnswer = z.object({
  success: z.literal(true),
  data: z
    .array(z.object({ _id: id, url, status: state, createdAt: time }))
    .describe(
      "One record per URL, in the order of the request. Captures that could not be queued have failed.",
    ),
  batchId: z.string().regex(RECORD_ID).describe("Identifier of the batch."),
  count: z.int().positive().describe("URLs in the batch."),
  succeededCount: z.int().nonnegative().describe("Captures that were queued."),
  failedCount: z
    .int()
    .nonnegative()
    .describe("Captures that could not be queued. Their credits are refunded."),
  remainingCredits: z.int().nonnegative(),
});

/** Why a capture failed, in the form of an API error. */
export const captureError = z
  .object({
    code: z.string().describe("Code of the error, as in the table of errors."),
    message: z.string(),
    details: z
      .record(z.string(), z.union([z.string(), z.number(), z.array(z.string())]))
      .exactOptional()
      .describe("Additional facts, as in the response of a single capture."),
  })
  .describe("Why the capture failed. Present if the status is failed.");

export type CaptureError = z.infer<typeof captureError>;

/** GET and PUT /v1/screenshots/{id}. */
export const screenshotAnswer = z.object({
  success: z.literal(true),
  data: listItem.extend({
    userId: z.string().describe("Identifier of the account."),
    // Old records lack options that were added later.
    options: storedOptions.partial().describe("Options of the capture, including defaults."),
    processingTime: z.int().nonnegative().exactOptional().describe("Duration in milliseconds."),
    errorMessage: z.string().exactOptional().describe("The message of `error`."),
    error: captureError.exactOptional(),
    updatedAt: time,
  }),
});

const listPagination = pagination.extend({
  searchedSince: time
    .exactOptional()
    .describe(
      "Present if a search covered only the newest 4,000 records: when the oldest of them was created. Use it as `endDate` to search older records.",
    ),
});

export type ListPagination = z.infer<typeof listPagination>;

/** GET /v1/screenshots. */
export const listAnswer = z.object({
  success: z.literal(true),
  data: z.array(listItem),
  pagination: listPagination,
});

/** GET /v1/screenshots/{id}/status. */
export const statusAnswer = z.object({
  success: z.literal(true),
  data: z.object({
    id,
    status: state,
    imageUrl: z
      .url()
      .nullable()
      .describe(
        "URL of the image. Null until the capture is completed, or if the image is not stored.",
      ),
    batchId,
    imageExpiredAt,
  }),
});

/** DELETE /v1/screenshots/{id}. */
export const deleteAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
  data: z.object({
    _id: id,
    url,
    status: state,
    isDeleted: z.literal(true),
    deletedAt: time,
    deletedSize: bytes.describe("Size of the deleted image in bytes; 0 if no image was stored."),
  }),
});

export type CaptureAnswer = z.infer<typeof captureAnswer>;
export type BatchAnswer = z.infer<typeof batchAnswer>;
export type ScreenshotState = (typeof SCREENSHOT_STATES)[number];
export type Metadata = z.infer<typeof metadata>;
export type ListItem = z.infer<typeof listItem>;
export type ScreenshotAnswer = z.infer<typeof screenshotAnswer>;
export type ListAnswer = z.infer<typeof listAnswer>;
export type StatusAnswer = z.infer<typeof statusAnswer>;
export type DeleteAnswer = z.infer<typeof deleteAnswer>;
