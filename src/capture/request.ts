// What the engine is asked for, and what it gives back.
import type { Blocked } from "../contract/blocked.ts";
import type { CaptureFormat, CaptureOptions } from "../contract/capture-options.ts";
import type { CaptureSource } from "../contract/capture.ts";
import type { ErrorCode, ErrorDetails } from "../contract/errors.ts";
import type { PrivateTarget } from "../lib/private-targets.ts";

/** Which requests a page may make. "strict": each is judged before it is made; "platform": see docs/operations.md. */
export type OutboundGuard = {
  level: "strict" | "platform";
  privateTargets: PrivateTarget[];
};

export type CaptureRequest = {
  source: CaptureSource;
  options: CaptureOptions;
  /** Milliseconds left of options.timeout when the request is handed over. */
  timeoutMs: number;
  /** The longer side of the picture is drawn with at most this many pixels. */
  maxSidePx?: number;
  thumbnail: ThumbnailMode;
};

/** Whether a small picture is wanted, too. "when_idle": where it takes the browser's time from no other capture. */
export type ThumbnailMode = "always" | "when_idle" | "never";

/** A finished capture. `widthPx` × `heightPx`: pixels of the image; CSS pixels of a PDF's first page. */
export type Rendered = {
  /** Bytes where they are small enough to be held; a stream where a tall page is joined while it is read. */
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  format: CaptureFormat;
  widthPx: number;
  heightPx: number;
  /** What the target answered; absent for html input. */
  httpStatus?: number;
  /** full_page_max_height cut the page. */
  truncated: boolean;
  /** Absent where no block_* option was on. */
  blocked?: Blocked;
  /** The small picture, which comes after the picture and never rejects; undefined when it did not come about. */
  thumbnail?: Promise<Uint8Array<ArrayBuffer> | undefined>;
};

/** A failure as a value, so that it crosses from one Durable Object to another whole. */
export type CaptureFailure = {
  code: ErrorCode;
  message?: string;
  details?: ErrorDetails;
  retryAfterSeconds?: number;
};
