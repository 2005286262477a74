// Sizes in decimal units, as text and as numbers.
import { expect, it } from "vitest";
import { formatBytes, parseBytes } from "../../../src/lib/data-size.ts";

it.each([
  ["0", 0],
  ["500", 500],
  ["500 bytes", 500],
  ["1.5 GB", 1_500_000_000],
  ["20mb", 20_000_000],
  [" 3 TB ", 3_000_000_000_000],
])("The size %j is %d bytes.", (text, bytes) => {
  expect(parseBytes(text)).toBe(bytes);
});

it.each(["", "GB", "-1", "1 GiB", "1.5.2 GB", ".", "1e3", "9999999 TB"])(
  "The text %j is not a size.",
  (text) => {
    expect(parseBytes(text)).toBeUndefined();
  },
);

it("A formatted size of a plan can be parsed.", () => {
  for (const bytes of [500_000_000, 5_000_000_000, 50_000_000_000])
    expect(parseBytes(formatBytes(bytes))).toBe(bytes);
});
