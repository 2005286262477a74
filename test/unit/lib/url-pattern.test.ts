import { expect, it } from "vitest";
import { createUrlMatcher } from "../../../src/lib/url-pattern.ts";

it.each([
  ["example.com", "https://example.com/a", true],
  ["Example.com", "http://cdn.EXAMPLE.com:8080/", true],
  ["example.com", "https://notexample.com/", false],
  ["example.com", "https://other.org/?from=example.com", false],
  ["*.example.com", "https://a.b.example.com/", true],
  ["*.example.com", "https://example.com/", false],
  ["localhost:8080", "http://localhost:8080/a", true],
  ["localhost:8080", "http://localhost:8081/a", false],
  ["example.com/ads/*", "https://example.com/ads/1.js?x", true],
  ["example.com/ads/*", "https://www.example.com/ads/1.js", false],
  ["*/ads/*.js", "https://example.com/x/ads/1.js", true],
  ["/ads/*", "https://example.com/ads/1.js", true],
  ["/ads/*", "https://example.com/x/ads/1.js", false],
  ["https://example.com/*.png", "https://example.com/a.png", true],
  ["https://example.com/*.png", "http://example.com/a.png", false],
  ["https://example.com/a?b=*", "https://example.com/a?b=1", true],
  ["https://example.com/a", "https://example.com/ab", false],
  ["*ab*ab", "https://x.org/ab", false],
  ["*", "https://example.com/", true],
  ["*", "not an address", false],
])("The pattern %s applied to %s returns %s.", (pattern, address, expected) => {
  expect(createUrlMatcher([pattern])(address)).toBe(expected);
});

it("A pattern with many asterisks does not take exponential time.", () => {
  const matches = createUrlMatcher([`${"*a".repeat(500)}b`]);
  expect(matches(`https://example.com/${"a".repeat(100_000)}`)).toBe(false);
});
