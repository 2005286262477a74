import { describe, expect, it } from "vitest";
import { createId } from "../../../src/lib/ids.ts";
import { monthOf } from "../../../src/lib/month.ts";
import { createApiKey, hashApiKey, randomBase62, keyPrefix } from "../../../src/lib/secrets.ts";

describe("createId", () => {
  it("An identifier starts with its creation time in seconds and sorts by it.", () => {
    const early = createId(new Date("2026-11-21T00:00:00.900Z"));
    const late = createId(new Date("2026-11-21T00:00:01.000Z"));
    expect(early).toMatch(/^[0-9a-f]{24}$/);
    expect(parseInt(early.slice(0, 8), 16)).toBe(Date.UTC(2026, 10, 21) / 1000);
    expect(early < late).toBe(true);
  });

  it("Identifiers are unique.", () => {
    const now = new Date();
    expect(new Set(Array.from({ length: 1000 }, () => createId(now))).size).toBe(1000);
  });
});

describe("createApiKey", () => {
  it("An API key is es_ and 40 characters. Its prefix has eight characters.", () => {
    const key = createApiKey();
    expect(key).toMatch(/^es_[0-9A-Za-z]{40}$/);
    expect(keyPrefix(key)).toBe(key.slice(0, 8));
  });

  it("An API key is hashed with SHA-256.", async () => {
    expect(await hashApiKey("es_test")).toBe(
      "069ae38198367d4616b377ba57591c649cacf327e1f8fc333c6b2baaab4c3f70",
    );
  });
});

describe("randomBase62", () => {
  it("All characters have about the same frequency.", () => {
    const counts = new Map<string, number>();
    for (const character of randomBase62(62_000))
      counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(counts.size).toBe(62);
    expect(Math.min(...counts.values())).toBeGreaterThan(800);
    expect(Math.max(...counts.values())).toBeLessThan(1200);
  });
});

describe("monthOf", () => {
  it("The month is the calendar month in UTC.", () => {
    expect(monthOf(new Date("2026-11-30T23:59:59.999Z"))).toBe("2026-11");
    expect(monthOf(new Date("2026-12-01T00:00:00+02:00"))).toBe("2026-11");
    expect(monthOf(new Date("2026-12-01T00:00:00Z"))).toBe("2026-12");
  });
});
