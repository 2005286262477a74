// Converts errors of puppeteer and Chromium to error codes of the API.
import { ServiceError } from "../contract/errors.ts";

/** The browser or its connection failed. A retry in another browser may succeed. */
export class BrowserFailure extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = "BrowserFailure";
  }
}

/** Matches Chromium's network error names in the error text of a navigation (net_error_list.h). */
const NET_ERROR = /net::(ERR_[A-Z0-9_]+)/;

/** The error of a navigation to a download, which ends without a page and without a network error. */
const DOWNLOAD_ERROR = "ERR_ABORTED";

const BROWSER_FAILURES = [
  "Target closed",
  "Session closed",
  "Connection closed",
  "Protocol error (Target",
  "Page crashed",
  "Navigating frame was detached",
  "Requesting main frame too early",
  "detached Frame",
  "timed out. Increase the 'protocolTimeout'",
  "websocket",
  "WebSocket",
];

/** Returns a ServiceError or a BrowserFailure unchanged and converts every other error to one of them. */
export function classifyError(error: unknown): ServiceError | BrowserFailure {
  if (error instanceof ServiceError || error instanceof BrowserFailure) return error;
  const message = error instanceof Error ? error.message : String(error);

  const reason = NET_ERROR.exec(message)?.[1];
  if (reason === DOWNLOAD_ERROR) {
    return new ServiceError("render_failed", {
      message: "The URL returns a download or no content. Use the URL of a page.",
      details: { reason },
      cause: error,
    });
  }
  if (reason !== undefined)
    return new ServiceError("host_error", { details: { reason }, cause: error });
  if (BROWSER_FAILURES.some((failure) => message.includes(failure)))
    return new BrowserFailure(error);
  return new ServiceError("render_failed", { cause: error });
}
