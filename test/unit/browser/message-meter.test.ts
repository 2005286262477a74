import { describe, expect, it } from "vitest";
import { MessageMeter } from "../../../src/browser/message-meter.ts";

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

function repeat(times: number, step: () => boolean): boolean {
  let isAdmitted = true;
  for (let i = 0; i < times; i += 1) isAdmitted = step();
  return isAdmitted;
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
    expect(repeat(10_000, () => meter.admit(request))).toBe(true);
    expect(meter.admit(request)).toBe(false);
    expect(meter.admit(event("Page.loadEventFired", {}, "A1"))).toBe(false);
    expect(meter.admit(event("Page.loadEventFired", {}, "A2"))).toBe(true);
    expect(floods).toEqual(["C1"]);
  });

  it("The meter admits responses, and events about targets, of a context above a limit.", () => {
    const { meter } = createMeter();
    repeat(10_001, () => meter.admit(event("Network.requestWillBeSent", {}, "A1")));
    expect(meter.admit(JSON.stringify({ id: 7, result: {}, sessionId: "A1" }))).toBe(true);
    expect(meter.admit(event("Target.detachedFromTarget", { sessionId: "A1" }))).toBe(true);
  });

  it("The meter limits the characters of all events.", () => {
    const { meter, floods } = createMeter();
    const payloadData = "x".repeat(1024 * 1024);
    const frame = event("Network.webSocketFrameReceived", { response: { payloadData } }, "A2");
    expect(repeat(63, () => meter.admit(frame))).toBe(true);
    expect(meter.admit(frame)).toBe(false);
    expect(floods).toEqual(["C2"]);
  });

  it("The meter attributes events of the root session to their context.", () => {
    const { meter, floods } = createMeter();
    const targetInfo = { targetId: "T", url: '"browserContextId":"C2"', browserContextId: "C1" };
    repeat(2_001, () => meter.admit(event("Target.targetInfoChanged", { targetInfo })));
    expect(floods).toEqual(["C1"]);
  });

  it("The meter starts at zero for a context whose sessions are all closed.", () => {
    const { meter } = createMeter();
    repeat(10_001, () => meter.admit(event("Network.requestWillBeSent", {}, "A1")));
    meter.admit(event("Target.detachedFromTarget", { sessionId: "A1" }));
    meter.admit(attached("A3", "C1"));
    expect(meter.admit(event("Network.requestWillBeSent", {}, "A3"))).toBe(true);
  });

  it("The meter recognizes the sessions of dedicated workers.", () => {
    const { meter } = createMeter();
    meter.admit(attached("A4", "C1", "worker"));
    expect([meter.isWorker("A4"), meter.isWorker("A1")]).toEqual([true, false]);
  });
});
