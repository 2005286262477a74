// Which capture's wishes hold for a frame's requests: the browser's one request handler sees the frames of all captures.
import type { CDPSession } from "@cloudflare/puppeteer";
import type { Protocol } from "devtools-protocol";

/** What becomes of a request that may be made: "go", "refuse", or an answer without asking the host. */
export type Verdict = "go" | "refuse" | StandIn;

export type StandIn = { contentType: string; body: string };

export type Judge = (request: Protocol.Fetch.RequestPausedEvent) => Verdict;

export class FrameJudges {
  readonly #judges = new Map<string, Judge>();

  assign(frameId: string, judge: Judge): void {
    this.#judges.set(frameId, judge);
  }

  /** A new frame is judged as the one that holds it. */
  adopt(frameId: string, parentFrameId: string): void {
    const judge = this.#judges.get(parentFrameId);
    if (judge !== undefined) this.#judges.set(frameId, judge);
  }

  /** Forgets every frame of a capture that has ended. */
  release(mainFrameId: string): void {
    const judge = this.#judges.get(mainFrameId);
    for (const [frameId, other] of this.#judges) if (other === judge) this.#judges.delete(frameId);
  }

  judge(request: Protocol.Fetch.RequestPausedEvent): Verdict {
    return this.#judges.get(request.frameId)?.(request) ?? "go";
  }
}

/** Answers a paused request. Not awaited by anybody: the request, or the browser, may be gone. */
export async function carryOut(
  session: Pick<CDPSession, "send">,
  requestId: string,
  verdict: Verdict,
): Promise<unknown> {
  if (verdict === "go") return session.send("Fetch.continueRequest", { requestId });
  if (verdict === "refuse") {
    return session.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" });
  }
  return session.send("Fetch.fulfillRequest", {
    requestId,
    responseCode: 200,
    responseHeaders: [
      { name: "Content-Type", value: `${verdict.contentType}; charset=utf-8` },
      // A script that is asked for with "crossorigin" is refused without.
      { name: "Access-Control-Allow-Origin", value: "*" },
    ],
    body: new TextEncoder().encode(verdict.body).toBase64(),
  });
}
