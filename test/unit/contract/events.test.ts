import { expect, it } from "vitest";
import { EVENT_KINDS } from "../../../src/contract/events.ts";

it("Every kind of event has one hexadecimal digit for the ids of its events.", () => {
  expect(EVENT_KINDS.length).toBeLessThanOrEqual(16);
});
