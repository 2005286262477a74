// Selectors that are refused before a browser parses them.
import { expect, it } from "vitest";
import { isPossibleSelector } from "../../../src/lib/css-selector.ts";

it.each([
  ...["a", "#x .y > z", "a, b", "[a=b i]", "[a='b']", ":is(a, b)", ":not(.a, .b)", ":has(> img)"],
  ...["li:nth-child(2n+1 of .a)", "::before", "a::part(x)", "*|a", ":-webkit-autofill", "é", "*"],
  ...[
    ".\\31 23",
    ".a\\,",
    "a /* c */ b",
    '[a="b',
    ":is(a",
    "[a",
    "[a='b",
    ":is([a",
    ":state(x)",
    "input:user-invalid",
    "  a  ",
  ],
])("The selector %s is left to the browser.", (selector) => {
  expect(isPossibleSelector(selector)).toBe(true);
});

it.each([
  "..a",
  "a,,b",
  "a,",
  "a >",
  "> a",
  "a{",
  "a}",
  "##a",
  "!a",
  "$x",
  "//a",
  "<a>",
  "a)",
  "'a'",
  "1a",
  "[a=]",
  "a[",
  ":is(a[",
  "[a=",
])("The selector %s is refused.", (selector) => {
  expect(isPossibleSelector(selector)).toBe(false);
});
