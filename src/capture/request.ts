// The request for a capture and its result.
import type { Blocked } from "../contract/blocked.ts";
import type { CaptureFormat, CaptureOptions } from "../contract/capture-options.ts";
import type { CaptureSource } from "../contract/capture.ts";
import type { ErrorCode, ErrorDetails } from "../contract/errors.ts";
import type { PageFacts } from "../contract/page-facts.ts";
import type { Scrolled } from "../contract/screenshot.ts";
import type { PrivateTarget } from "../lib/private-targets.ts";

/** The network settings of a capture. */
export type CaptureNetwork = {
  /** The private hosts that captures of private hosts and of HTML input may request. */
  privateTargets: PrivateTarget[];
  /** The control endpoint of the local browser's proxy; undefined with Browser Run. */
  localProxy: string | undefined;
};

export type CaptureRequest = {
  source: CaptureSource;
  options: CaptureOptions;
  /** The remaining time of options.timeout when the session receives the request. */
  timeoutMs: number;
  thumbnail: ThumbnailMode;
  /** CSS selectors of elements to make invisible without a change of the layout. */
  invisibleSelectors?: string[] | undefined;
};

/** When to take a thumbnail. "when_idle": only while the browser has no other capture. */
export type ThumbnailMode = "always" | "when_idle" | "never";

/** A finished capture. `widthPx` × `heightPx`: pixels of the image; CSS pixels of a PDF's first page. */
export type Rendered = {
  /** Bytes, or a stream for a tall page whose bands are joined while the stream is read. */
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  format: CaptureFormat;
  widthPx: number;
  heightPx: number;
  /** The HTTP status of the target; absent for HTML input. */
  httpStatus?: number;
  /** Whether full_page_max_height has cut the page. */
  truncated: boolean;
  /** The number of pages of a PDF. */
  pages?: number;
  /** Absent without full_page_scroll. */
  scrolled?: Scrolled;
  /** Absent when no block_* option is set. */
  blocked?: Blocked;
  /** Absent when the page does not respond. */
  page?: PageFacts;
  /** The thumbnail, taken after the screenshot. Never rejects; resolves to undefined when there is no thumbnail. */
  thumbnail?: Promise<Uint8Array<ArrayBuffer> | undefined>;
};

/** An error as a plain value, because errors lose their fields between Durable Objects. */
export type CaptureFailure = {
  code: ErrorCode;
  message?: string;
  details?: ErrorDetails;
  retryAfterSeconds?: number;
};
