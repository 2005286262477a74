// Suggestions for misspelled names.
import { expect, it } from "vitest";
import { optionShape } from "../../../src/contract/capture-options.ts";
import { closest } from "../../../src/lib/closest.ts";

it.each([
  ["fullpage", "full_page"],
  ["full_pages", "full_page"],
  ["waitUntil", "wait_until"],
  ["formt", "format"],
  ["viewportWidth", "viewport_width"],
  ["timezone", "time_zone"],
  ["colour", undefined],
  ["x", undefined],
  ["", undefined],
])("The name %j suggests %j.", (name, suggestion) => {
  expect(closest(name, Object.keys(optionShape))).toBe(suggestion);
});
