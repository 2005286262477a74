// Errors of puppeteer and Chromium → the codes that callers know.
import { ServiceError } from "../contract/errors.ts";

/** The browser, or its connection, failed: worth one more try in another one. */
export class BrowserFailure extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = "BrowserFailure";
  }
}

/** Chromium's network error names, as they stand in a navigation's error text (net_error_list.h). */
const NET_ERROR = /net::(ERR_[A-Z0-9_]+)/;

/** A navigation that ended without a page and without a network fault: the address answered with a download. */
const DOWNLOAD_ERROR = "ERR_ABORTED";

const BROWSER_FAULTS = [
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

/** ServiceErrors pass; anything else becomes a ServiceError, or a BrowserFailure where another browser may do better. */
export function classifyError(error: unknown): ServiceError | BrowserFailure {
  if (error instanceof ServiceError || error instanceof BrowserFailure) return error;
  const message = error instanceof Error ? error.message : String(error);

  const reason = NET_ERROR.exec(message)?.[1];
  if (reason === DOWNLOAD_ERROR) {
    return new ServiceError("render_failed", {
      message:
        "The address answers with a download or without content; there is no page to capture.",
      details: { reason },
      cause: error,
    });
  }
  if (reason !== undefined)
    return new ServiceError("host_error", { details: { reason }, cause: error });
  if (BROWSER_FAULTS.some((fault) => message.includes(fault))) return new BrowserFailure(error);
  return new ServiceError("render_failed", { cause: error });
}
