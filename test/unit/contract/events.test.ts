import { expect, it } from "vitest";
import { EVENT_KINDS } from "../../../src/contract/event-kinds.ts";

it("There are at most 16 kinds of events, because one hexadecimal digit of an event id encodes the kind.", () => {
  expect(EVENT_KINDS.length).toBeLessThanOrEqual(16);
});
