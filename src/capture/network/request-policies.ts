// Maps each frame to the request policy of its capture. One handler receives the requests of all captures in a browser.
import type { CDPSession } from "@cloudflare/puppeteer";
import type { Protocol } from "devtools-protocol";

/** The decision on a request: send it, block it, or answer it without contacting the host. */
export type RequestDecision = "continue" | "block" | SyntheticResponse;

export type SyntheticResponse = { contentType: string; body: string };

export type RequestPolicy = (request: Protocol.Fetch.RequestPausedEvent) => RequestDecision;

export class RequestPolicies {
  readonly #policies = new Map<string, RequestPolicy>();

  assign(frameId: string, policy: RequestPolicy): void {
    this.#policies.set(frameId, policy);
  }

  /** Gives a new frame the policy of its parent frame. */
  inherit(frameId: string, parentFrameId: string): void {
    const policy = this.#policies.get(parentFrameId);
    if (policy !== undefined) this.#policies.set(frameId, policy);
  }

  /** Removes every frame of a finished capture. */
  release(mainFrameId: string): void {
    const released = this.#policies.get(mainFrameId);
    for (const [frameId, policy] of this.#policies)
      if (policy === released) this.#policies.delete(frameId);
  }

  /** Returns "continue" for frames without a policy. */
  decide(request: Protocol.Fetch.RequestPausedEvent): RequestDecision {
    return this.#policies.get(request.frameId)?.(request) ?? "continue";
  }
}

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
