// Screenshot records as they are stored and answered (SPEC.md "Screenshot record").
import type { CaptureFormat } from "./capture-options.ts";

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
