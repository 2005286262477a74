// Screenshot records as they are stored and answered (SPEC.md "Screenshot record").
import type { CaptureFormat } from "./capture-options.ts";

export const SCREENSHOT_STATES = ["pending", "processing", "completed", "failed"] as const;

export type ScreenshotState = (typeof SCREENSHOT_STATES)[number];

/** Facts about a finished capture. `width` × `height`: pixels of the image; CSS pixels of a PDF's first page. */
export type ScreenshotMetadata = {
  fileSize: number;
  format: CaptureFormat;
  dimensions: { width: number; height: number };
  /** What the target answered; absent for html input. */
  httpStatus?: number;
  /** Present and true when full_page_max_height cut the page. */
  truncated?: true;
};

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
