import { describe, expect, it } from "vitest";
import {
  isNeededAfterFlood,
  MessageMeter,
  type MessageOrigin,
} from "../../../src/browser/message-meter.ts";

const event = (method: string, params: object = {}, sessionId?: string) =>
  JSON.stringify({ method, params, sessionId });

const attached = (sessionId: string, browserContextId: string, type = "page") =>
  event("Target.attachedToTarget", {
    sessionId,
    targetInfo: { targetId: `F${sessionId}`, type, browserContextId },
  });

/** Returns a meter with two pages: session A1 in context C1, and session A2 in context C2. */
function createMeter() {
  const meter = new MessageMeter();
  const floods: string[] = [];
  for (const id of ["1", "2"]) {
    meter.admit(attached(`A${id}`, `C${id}`));
    meter.watch(`C${id}`, () => floods.push(`C${id}`));
  }
  return { meter, floods };
}

/** Returns whether the meter admitted the last message. */
function repeat(times: number, step: () => MessageOrigin | undefined): boolean {
  let origin: MessageOrigin | undefined;
  for (let i = 0; i < times; i += 1) origin = step();
  return origin !== undefined;
}

describe("The meter", () => {
  it("The meter admits the messages of a page with 5,000 frames and 3,000 requests.", () => {
    const { meter, floods } = createMeter();
    repeat(60_000, () => meter.admit(event("Page.lifecycleEvent", {}, "A1")));
    repeat(3_000, () => meter.admit(event("Network.requestWillBeSent", {}, "A1")));
    expect(floods).toEqual([]);
  });

  it("The meter reports a context with too many requests once and ignores only its later messages.", () => {
    const { meter, floods } = createMeter();
    const request = event("Network.requestWillBeSent", {}, "A1");
    expect(repeat(5_000, () => meter.admit(request))).toBe(true);
    expect(meter.admit(request)).toBeUndefined();
    expect(meter.admit(event("Page.loadEventFired", {}, "A1"))).toBeUndefined();
    expect(meter.admit(event("Page.loadEventFired", {}, "A2"))).toBeDefined();
    expect(floods).toEqual(["C1"]);
  });

  it("The meter limits the navigations within a document.", () => {
    const { meter, floods } = createMeter();
    const navigated = event("Page.navigatedWithinDocument", {}, "A1");
    expect(repeat(2_000, () => meter.admit(navigated))).toBe(true);
    expect(floods).toEqual([]);
    expect(meter.admit(navigated)).toBeUndefined();
    expect(floods).toEqual(["C1"]);
  });

  it("The meter limits the number of all events.", () => {
    const { meter, floods } = createMeter();
    const lifecycle = event("Page.lifecycleEvent", {}, "A1");
    // The event that attached the page counts, too.
    expect(repeat(99_999, () => meter.admit(lifecycle))).toBe(true);
    expect(floods).toEqual([]);
    expect(meter.admit(lifecycle)).toBeUndefined();
    expect(floods).toEqual(["C1"]);
  });

  it("Above a limit, the meter still admits the responses of a context and the events about its targets.", () => {
    const { meter } = createMeter();
    repeat(5_001, () => meter.admit(event("Network.requestWillBeSent", {}, "A1")));
    const answer = JSON.stringify({ id: 7, result: {}, sessionId: "A1" });
    const detached = event("Target.detachedFromTarget", { sessionId: "A1" });
    for (const message of [answer, detached]) {
      expect(meter.admit(message)).toBeDefined();
      expect(isNeededAfterFlood(message)).toBe(true);
    }
  });

  it("The meter limits the characters of all events.", () => {
    const { meter, floods } = createMeter();
    const response = event("Network.responseReceived", { url: "x".repeat(1024 * 1024) }, "A2");
    expect(repeat(31, () => meter.admit(response))).toBe(true);
    expect(meter.admit(response)).toBeUndefined();
    expect(floods).toEqual(["C2"]);
  });

  it("The meter counts WebSocket frames and the headers of requests, but does not admit them.", () => {
    const { meter, floods } = createMeter();
    const payloadData = "x".repeat(1024 * 1024);
    const frame = event("Network.webSocketFrameReceived", { response: { payloadData } }, "A2");
    for (let i = 0; i < 31; i += 1) expect(meter.admit(frame)).toBeUndefined();
    expect(meter.admit(event("Network.requestWillBeSentExtraInfo", {}, "A2"))).toBeUndefined();
    expect(meter.admit(event("Network.requestWillBeSentExtraInfo", {}))).toBeUndefined();
    expect(floods).toEqual([]);
    meter.admit(frame);
    expect(floods).toEqual(["C2"]);
  });

  it("The meter attributes events of the root session to their context.", () => {
    const { meter, floods } = createMeter();
    const targetInfo = { targetId: "T", url: '"browserContextId":"C2"', browserContextId: "C1" };
    repeat(2_001, () => meter.admit(event("Target.targetInfoChanged", { targetInfo })));
    expect(floods).toEqual(["C1"]);
  });

  it("The meter ignores changes of the title and address of a context above a limit.", () => {
    const { meter } = createMeter();
    const targetInfo = { targetId: "T", browserContextId: "C1" };
    const changed = event("Target.targetInfoChanged", { targetInfo });
    expect(repeat(2_000, () => meter.admit(changed))).toBe(true);
    expect(meter.admit(changed)).toBeUndefined();
    expect(isNeededAfterFlood(changed)).toBe(false);
  });

  it("The meter returns the same origin for all messages of a context.", () => {
    const { meter } = createMeter();
    meter.admit(attached("A4", "C1", "worker"));
    const ofPage = meter.admit(event("Page.loadEventFired", {}, "A1"));
    expect(meter.admit(event("Network.loadingFinished", {}, "A4"))).toBe(ofPage);
    expect(meter.admit(JSON.stringify({ id: 7, result: {}, sessionId: "A1" }))).toBe(ofPage);
    expect(meter.admit(event("Page.loadEventFired", {}, "A2"))).not.toBe(ofPage);
    expect(meter.admit(JSON.stringify({ id: 8, result: {} }))).toBe("browser");
  });

  it("The meter starts at zero for a context whose sessions are all closed.", () => {
    const { meter } = createMeter();
    repeat(5_001, () => meter.admit(event("Network.requestWillBeSent", {}, "A1")));
    meter.admit(event("Target.detachedFromTarget", { sessionId: "A1" }));
    meter.admit(attached("A3", "C1"));
    expect(meter.admit(event("Network.requestWillBeSent", {}, "A3"))).toBeDefined();
  });

  it("The meter stores the target of each open session.", () => {
    const { meter } = createMeter();
    meter.admit(attached("A4", "C1", "worker"));
    expect(meter.targetOf("A4")).toEqual({ targetId: "FA4", type: "worker", isBlankPage: false });
    expect(meter.targetOf("A1")).toEqual({ targetId: "FA1", type: "page", isBlankPage: true });
    meter.admit(event("Target.detachedFromTarget", { sessionId: "A4" }));
    expect(meter.targetOf("A4")).toBeUndefined();
  });
});
