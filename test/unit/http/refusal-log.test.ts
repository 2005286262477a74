import { expect, it } from "vitest";
import { RefusalLog } from "../../../src/http/refusal-log.ts";

it("Refusals have one log line per second, which counts those since the last line.", () => {
  const log = new RefusalLog();
  expect(log.count(10_000)).toBe(1);
  expect(log.count(10_001)).toBeUndefined();
  expect(log.count(10_999)).toBeUndefined();
  expect(log.count(11_000)).toBe(3);
  expect(log.count(11_500)).toBeUndefined();
  expect(log.count(20_000)).toBe(2);
});
