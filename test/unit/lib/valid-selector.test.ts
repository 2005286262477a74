// Selectors that are refused before a browser parses them. test/capture/selector.test.ts compares the lists with Chromium.
import { expect, it } from "vitest";
import { cssSelector } from "../../../src/contract/option-types.ts";
import { isValidSelector } from "../../../src/lib/css-selector/valid-selector.ts";
import { invalidSelectors, validSelectors } from "../../support/selectors.ts";

it("Every selector that Chromium accepts is accepted.", () => {
  expect(validSelectors.filter((selector) => !isValidSelector(selector))).toEqual([]);
});

it("Every selector that Chromium refuses is refused.", () => {
  expect(invalidSelectors.filter((selector) => isValidSelector(selector))).toEqual([]);
});

it("Pseudo-classes that only later versions of Chromium enable are accepted.", () => {
  for (const name of [":has-slotted", ":paused", "::skeleton"])
    expect(isValidSelector(name), name).toBe(true);
});

it("A long selector is checked quickly.", async () => {
  const startedAt = Date.now();
  for (const part of [
    ":not(",
    "(",
    "\\",
    "\\\\ a",
    "'",
    ":is(",
    ":has(",
    "[a=",
    "/*",
    "a:not(:is(",
    "||",
    "a ",
  ])
    isValidSelector(part.repeat(255).slice(0, 255));
  const longest = `${"\\".repeat(1_000_000)}a`;
  expect(cssSelector().safeParse(longest).success).toBe(false);
  // The clock of a Worker advances only while it waits.
  await scheduler.wait(1);
  expect(Date.now() - startedAt).toBeLessThan(5_000);
});
