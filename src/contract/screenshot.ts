// Screenshot records as they are stored, asked for and answered (SPEC.md "Screenshot record", "Endpoints").
import type { CaptureFormat, StoredOptions } from "./capture-options.ts";

export const SCREENSHOT_STATES = ["pending", "processing", "completed", "failed"] as const;

export type ScreenshotState = (typeof SCREENSHOT_STATES)[number];

/** POST /v1/capture with response_type json. */
export type CaptureAnswer = {
  success: true;
  data: {
    id: string;
    url: string;
    image_url: string;
    status: ScreenshotState;
    metadata: {
      file_size: number;
      format: CaptureFormat;
      dimensions: { width: number; height: number };
      http_status?: number;
      truncated?: true;
    };
    created_at: string;
  };
  remaining_credits: number;
};

type Metadata = {
  /** Bytes. Like the dimensions, known once the capture is completed. */
  fileSize?: number;
  format: CaptureFormat;
  dimensions?: { width: number; height: number };
  /** What the target answered, whatever it was. */
  httpStatus?: number;
  /** The page went on beyond what was captured. */
  truncated?: true;
};

/** One of GET /v1/screenshots. */
export type ListItem = {
  _id: string;
  url: string;
  name?: string;
  status: ScreenshotState;
  /** There once the record is completed; null when its image was not stored. */
  imageUrl?: string | null;
  /** When the image was removed because its time was over. */
  imageExpiredAt?: string;
  metadata: Metadata;
  createdAt: string;
};

/** GET and PUT /v1/screenshots/{id}. */
export type ScreenshotAnswer = {
  success: true;
  data: ListItem & {
    userId: string;
    options: StoredOptions;
    /** Milliseconds. */
    processingTime?: number;
    errorMessage?: string;
    updatedAt: string;
  };
};

/** GET /v1/screenshots. */
export type ListAnswer = {
  success: true;
  data: ListItem[];
  pagination: { total: number; page: number; limit: number; pages: number };
};

/** GET /v1/screenshots/{id}/status. */
export type StatusAnswer = {
  success: true;
  data: {
    id: string;
    status: ScreenshotState;
    imageUrl: string | null;
    imageExpiredAt?: string;
  };
};

/** DELETE /v1/screenshots/{id}. */
export type DeleteAnswer = {
  success: true;
  message: string;
  data: {
    _id: string;
    url: string;
    status: ScreenshotState;
    isDeleted: true;
    deletedAt: string;
    /** Bytes of the image that was removed; 0 when there was none. */
    deletedSize: number;
  };
};
