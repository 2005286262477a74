// Suggestions for misspelled names.
import { expect, it } from "vitest";
import { optionShape } from "../../../src/contract/capture-options.ts";
import { optionSynonyms } from "../../../src/contract/option-synonyms.ts";
import { searchWords } from "../../../src/dashboard/playground/groups.ts";
import { closest, foldName } from "../../../src/lib/closest.ts";

const options = Object.keys(optionShape);

it.each([
  ["fullpage", "full_page"],
  ["full_pages", "full_page"],
  ["waitUntil", "wait_until"],
  ["formt", "format"],
  ["viewportWidth", "viewport_width"],
  ["timezone", "time_zone"],
  ["FULL_PAGE", "full_page"],
  ["FullPage", "full_page"],
  ["full-page", "full_page"],
  ["colour", undefined],
  ["x", undefined],
  ["", undefined],
])("The name %j suggests %j.", (name, suggestion) => {
  expect(closest(name, options)).toBe(suggestion);
});

it.each([
  ["width", "viewport_width"],
  ["Height", "viewport_height"],
  ["quality", "image_quality"],
  ["transparent", "omit_background"],
  ["wait_for", "wait_for_selector"],
  ["retina", "device_scale_factor"],
  ["hideCookieBanners", "block_cookie_banners"],
  ["no_ads", "block_ads"],
  ["css", "styles"],
  ["crop", "clip"],
  ["accept_lang", "locale"],
  ["cacheTTL", "cache_ttl"],
  ["landscape", "viewport_landscape"],
  ["status", undefined],
  ["constructor", undefined],
])("The name %j of another service suggests %j.", (name, suggestion) => {
  expect(closest(name, options, optionSynonyms)).toBe(suggestion);
});

it("Each synonym belongs to one option and is no option itself.", () => {
  const folded = new Set(options.map(foldName));
  for (const [synonym, option] of optionSynonyms) {
    expect(options).toContain(option);
    expect(foldName(synonym)).toBe(synonym);
    expect(folded.has(synonym), synonym).toBe(false);
    expect(searchWords).toMatch(new RegExp(`(^|\\|)${option} ([a-z0-9 ]+ )?${synonym}\\b`));
  }
  const words = searchWords.split(/[ |]/);
  expect(new Set(words).size).toBe(words.length);
});
