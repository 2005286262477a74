import { expect, it } from "vitest";
import { foldBeyondAscii } from "../../../src/lib/fold-case.ts";

it.each([
  ["https://example.com/ABC", null],
  ["https://example.com/東京/ä", null],
  ["https://example.com/ABC/Ä", "https://example.com/abc/ä"],
  ["", null],
])("The text %j is folded to %j.", (text, folded) => {
  expect(foldBeyondAscii(text)).toBe(folded);
});
