// Decisions on paused requests.
import type { CDPSession } from "@cloudflare/puppeteer";
import type { Protocol } from "devtools-protocol";

/** The decision on a request: send it, block it, or answer it without contacting the host. */
export type RequestDecision = "continue" | "block" | SyntheticResponse;

export type SyntheticResponse = { contentType: string; body: string };

export type RequestPolicy = (request: Protocol.Fetch.RequestPausedEvent) => RequestDecision;

/** Answers a paused request. Rejects when the request or the browser is closed. */
export async function applyDecision(
  session: Pick<CDPSession, "send">,
  requestId: string,
  decision: RequestDecision,
): Promise<unknown> {
  if (decision === "continue") return session.send("Fetch.continueRequest", { requestId });
  if (decision === "block") {
    return session.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" });
  }
  return session.send("Fetch.fulfillRequest", {
    requestId,
    responseCode: 200,
    responseHeaders: [
      { name: "Content-Type", value: `${decision.contentType}; charset=utf-8` },
      // Chromium rejects a script with a "crossorigin" attribute when this header is missing.
      { name: "Access-Control-Allow-Origin", value: "*" },
    ],
    body: new TextEncoder().encode(decision.body).toBase64(),
  });
}
