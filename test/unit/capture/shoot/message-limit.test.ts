import { describe, expect, it } from "vitest";
import { mayExceedMessage } from "../../../../src/capture/shoot/message-limit.ts";

describe("mayExceedMessage", () => {
  it.each([
    ["jpeg", 80, 30_000_000, false],
    ["jpeg", 80, 40_000_000, true],
    ["jpeg", 100, 14_000_000, false],
    ["jpeg", 100, 20_480_000, true],
    ["webp", 80, 30_000_000, false],
    ["webp", 99, 18_000_000, false],
    ["webp", 100, 8_000_000, true],
  ] as const)(
    "An image in %s with quality %i and %i pixels may exceed the message limit: %s.",
    (format, quality, pixels, expected) => {
      expect(mayExceedMessage(format, quality, pixels)).toBe(expected);
    },
  );
});
