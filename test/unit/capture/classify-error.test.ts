import { describe, expect, it } from "vitest";
import { BrowserFailure, classifyError } from "../../../src/capture/classify-error.ts";
import { ServiceError } from "../../../src/contract/errors.ts";

describe("classifyError", () => {
  it.each([
    "ERR_NAME_NOT_RESOLVED",
    "ERR_CONNECTION_REFUSED",
    "ERR_CONNECTION_RESET",
    "ERR_EMPTY_RESPONSE",
    "ERR_CERT_AUTHORITY_INVALID",
    "ERR_SSL_PROTOCOL_ERROR",
    "ERR_TOO_MANY_REDIRECTS",
    "ERR_HTTP2_PROTOCOL_ERROR",
  ])("The network error %s becomes host_error with its name.", (reason) => {
    expect(classifyError(new Error(`net::${reason} at https://example.com/`))).toMatchObject({
      code: "host_error",
      status: 502,
      details: { reason },
    });
  });

  it("An aborted navigation becomes an error about a download.", () => {
    const error = classifyError(new Error("net::ERR_ABORTED at https://example.com/file.zip"));
    expect(error).toMatchObject({ code: "render_failed", details: { reason: "ERR_ABORTED" } });
    expect(error.message).toMatch(/download/);
  });

  it.each([
    "Protocol error (Page.captureScreenshot): Target closed",
    "Protocol error (Runtime.evaluate): Session closed. Most likely the page has been closed.",
    "Connection closed.",
    "Protocol error (Target.createTarget): Failed to open a new tab",
    "Page crashed!",
    "Navigating frame was detached",
    "Requesting main frame too early!",
    "Attempted to use detached Frame 'A1'.",
    "Page.captureScreenshot timed out. Increase the 'protocolTimeout' setting in launch/connect",
    "WebSocket is not open",
  ])("The message %j becomes a browser failure.", (message) => {
    const cause = new Error(message);
    const error = classifyError(cause);
    expect(error).toBeInstanceOf(BrowserFailure);
    expect(error).toMatchObject({ message, cause });
  });

  it("Errors with a code are returned unchanged.", () => {
    const error = new ServiceError("selector_not_found");
    expect(classifyError(error)).toBe(error);
    const lost = new BrowserFailure("closed");
    expect(classifyError(lost)).toBe(lost);
  });

  it.each([new TypeError("x is not a function"), "a string", undefined, { odd: true }])(
    "Any other error becomes render_failed without its details: %s",
    (thrown) => {
      const error = classifyError(thrown);
      expect(error).toMatchObject({ code: "render_failed", status: 500, cause: thrown });
      expect(error.message).toBe(new ServiceError("render_failed").message);
    },
  );
});
