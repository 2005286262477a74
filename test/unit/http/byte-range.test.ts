import { expect, it } from "vitest";
import { parseRange } from "../../../src/http/byte-range.ts";

it.each([
  [undefined, undefined],
  ["", undefined],
  ["bytes=0-0", { offset: 0, length: 1 }],
  ["bytes=10-19", { offset: 10, length: 10 }],
  [" bytes=99-99 ", { offset: 99, length: 1 }],
  ["bytes=0-99999999999999999999", { offset: 0, length: 100 }],
  ["bytes=-100", { offset: 0, length: 100 }],
  ["bytes=100-", "none"],
  ["bytes=-0", "none"],
  ["bytes=9-3", undefined],
  ["bytes=1-2,5-6", undefined],
  ["bytes=a-b", undefined],
  ["lines=1-2", undefined],
])("The range %j of a file of 100 bytes is parsed to %j.", (header, range) => {
  expect(parseRange(header, 100)).toEqual(range);
});

it("An empty file has no satisfiable range.", () => {
  expect(parseRange("bytes=0-", 0)).toBe("none");
  expect(parseRange("bytes=-5", 0)).toBe("none");
});
