import { describe, expect, it } from "vitest";
import { parseCssLength } from "../../../src/lib/css-length.ts";

describe("CSS lengths", () => {
  it.each([
    ["96px", 96],
    ["96", 96],
    ["1in", 96],
    ["2.54cm", 96],
    ["25.4mm", 96],
    ["72pt", 96],
    ["0", 0],
    [".5in", 48],
    ["1IN", 96],
    [" 10px ", 10],
  ])("The length %s is %d pixels.", (length, px) => {
    expect(parseCssLength(length)).toBeCloseTo(px, 9);
  });

  it.each([
    "",
    "px",
    "-1cm",
    "1em",
    "50%",
    "1e3px",
    "1 cm",
    "1.px",
    "calc(1px)",
    "1px;",
    "constructor",
    "1constructor",
  ])("The text %j is not a length.", (length) => {
    expect(parseCssLength(length)).toBeUndefined();
  });
});
