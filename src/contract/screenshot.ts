// Screenshot records as they are stored, asked for and answered (SPEC.md "Screenshot record", "Endpoints").
import { z } from "zod";
import { blocked } from "./blocked.ts";
import { FORMATS, storedOptions } from "./capture-options.ts";
import { pagination } from "./paging.ts";

export const SCREENSHOT_STATES = ["pending", "processing", "completed", "failed"] as const;

/** How records and batches are named. */
export const RECORD_ID = /^[0-9a-f]{24}$/;

const id = z.string().regex(RECORD_ID).describe("Identifier of the record.");
const batchId = z
  .string()
  .regex(RECORD_ID)
  .exactOptional()
  .describe("Identifier of the batch that it came with.");
const url = z.string().describe("The captured URL; about:blank for a document that was sent.");
const state = z.enum(SCREENSHOT_STATES);
const format = z.enum(FORMATS);
const bytes = z.int().nonnegative().describe("Bytes.");
const pixels = z.object({ width: z.number(), height: z.number() });
const dimensions = pixels.describe("Pixels; of a PDF its first page, in CSS pixels.");
const httpStatus = z.int().describe("What the target answered, whatever it was.");
const truncated = z.literal(true).describe("The page went on beyond what was captured.");
const time = z.iso.datetime();
const imageExpiredAt = time
  .exactOptional()
  .describe("When the image was removed because its time was over.");

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
      blocked: blocked.exactOptional(),
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
    blocked: blocked.exactOptional(),
  })
  .describe("fileSize and dimensions are there once the capture is completed.");

/** One of GET /v1/screenshots. */
const listItem = z.object({
  _id: id,
  batchId,
  url,
  name: z.string().exactOptional(),
  status: state,
  imageUrl: z
    .url()
    .nullable()
    .exactOptional()
    .describe("There once the record is completed; null when its image is not kept."),
  thumbnailUrl: z
    .url()
    .exactOptional()
    .describe("The top of the picture, at most 400 px a side; there where one was made."),
  imageExpiredAt,
  metadata,
  createdAt: time,
});

/** POST /v1/capture/batch. */
export const batchAnswer = z.object({
  success: z.literal(true),
  data: z
    .array(z.object({ _id: id, url, status: state, createdAt: time }))
    .describe("In the order of the URLs; what could not be queued has failed already."),
  batchId: z.string().regex(RECORD_ID).describe("Identifier of the batch."),
  count: z.int().positive().describe("URLs in the batch."),
  succeededCount: z.int().nonnegative().describe("Captures that were queued."),
  failedCount: z.int().nonnegative().describe("Captures that could not be queued; refunded."),
  remainingCredits: z.int().nonnegative(),
});

/** GET and PUT /v1/screenshots/{id}. */
export const screenshotAnswer = z.object({
  success: z.literal(true),
  data: listItem.extend({
    userId: z.string().describe("The account it belongs to."),
    // A record is older than the options that came after it.
    options: storedOptions
      .partial()
      .describe("The options it was captured with, defaults filled in."),
    processingTime: z.int().nonnegative().exactOptional().describe("Milliseconds."),
    errorMessage: z.string().exactOptional().describe("There when the status is failed."),
    updatedAt: time,
  }),
});

/** GET /v1/screenshots. */
export const listAnswer = z.object({
  success: z.literal(true),
  data: z.array(listItem),
  pagination,
});

/** GET /v1/screenshots/{id}/status. */
export const statusAnswer = z.object({
  success: z.literal(true),
  data: z.object({
    id,
    status: state,
    imageUrl: z.url().nullable().describe("Null while not completed, or when not kept."),
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
    deletedSize: bytes.describe("Bytes of the image that was removed; 0 when there was none."),
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
