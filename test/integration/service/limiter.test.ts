// The sliding window in its Durable Object: exact under load, durable through evictions, deleted when expired.
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createLimiter } from "../../../src/limiter/limiter.ts";

const limiter = createLimiter(env.RATE_LIMITER);
const newWindow = () => `test:${crypto.randomUUID()}`;

/** Moves all hits of the window into the past. */
async function age(window: string, ms: number) {
  const stub = env.RATE_LIMITER.getByName(window);
  await runInDurableObject(stub, (_object, { storage }) => {
    storage.sql.exec("UPDATE hits SET at = at - ?", ms);
  });
  await evictDurableObject(stub);
}

describe("RateLimiter", () => {
  it("Exactly the limit of concurrent requests is allowed.", async () => {
    const window = newWindow();
    const results = await Promise.all(Array.from({ length: 50 }, () => limiter.take(window, 20)));
    expect(results.filter(({ allowed }) => allowed).map(({ remaining }) => remaining)).toEqual(
      Array.from({ length: 20 }, (_, i) => 19 - i),
    );
  });

  it("The hits survive an eviction of the object.", async () => {
    const window = newWindow();
    await limiter.take(window, 3);
    await limiter.take(window, 3);
    await evictDurableObject(env.RATE_LIMITER.getByName(window));
    expect(await limiter.take(window, 3)).toMatchObject({ allowed: true, remaining: 0 });
    expect(await limiter.take(window, 3)).toMatchObject({ allowed: false });
  });

  it("Each hit leaves the window 60 seconds after its request.", async () => {
    const window = newWindow();
    await limiter.take(window, 2);
    await age(window, 40_000);
    await limiter.take(window, 2);
    const rejected = await limiter.take(window, 2);
    expect(rejected.allowed).toBe(false);
    expect(rejected.retryAfterSeconds).toBeGreaterThanOrEqual(19);
    expect(rejected.retryAfterSeconds).toBeLessThanOrEqual(20);

    await age(window, 20_001);

    expect(await limiter.take(window, 2)).toMatchObject({ allowed: true, remaining: 0 });
    expect(await limiter.take(window, 2)).toMatchObject({ allowed: false });
  });

  it("Rejected requests do not count.", async () => {
    const window = newWindow();
    await limiter.take(window, 1);
    for (let i = 0; i < 5; i += 1) expect((await limiter.take(window, 1)).allowed).toBe(false);
    await age(window, 60_000);
    expect((await limiter.take(window, 1)).allowed).toBe(true);
  });

  it("A changed limit applies to the next request.", async () => {
    const window = newWindow();
    for (let i = 0; i < 4; i += 1) await limiter.take(window, 10);
    expect(await limiter.take(window, 2)).toMatchObject({ allowed: false, remaining: 0 });
    expect(await limiter.take(window, 6)).toMatchObject({ allowed: true, remaining: 1 });
  });
});

describe("requests of the month", () => {
  const request = { keyId: "one", keyLimit: 2, accountLimit: 3 };

  it("The allowed requests of each key count, without withdrawn ones.", async () => {
    const window = newWindow();
    for (let i = 0; i < 3; i += 1) await limiter.takeForKey(window, request);
    const { at } = await limiter.takeForKey(window, { ...request, keyId: "two" });
    const refused = await limiter.takeForKey(window, { ...request, keyId: "two" });
    expect(refused).toMatchObject({ key: { allowed: true }, account: { allowed: false } });
    expect(await limiter.countsInMonth(window)).toEqual({ one: 2, two: 1 });
    expect(await limiter.countByKey(window)).toEqual({ one: 2, two: 1 });

    await limiter.cancel(window, "two", at ?? 0);
    await age(window, 60_000);

    expect(await limiter.countByKey(window)).toEqual({});
    await limiter.takeForKey(window, request);
    expect(await limiter.countsInMonth(window)).toEqual({ one: 3 });
    expect(await limiter.countsInMonth(newWindow())).toEqual({});
  });

  it("The monthly count remains after the window expires, and the cleanup deletes the count after the month.", async () => {
    const window = newWindow();
    const stub = env.RATE_LIMITER.getByName(window);
    await limiter.takeForKey(window, request);
    // A request writes one row. The cleanup counts it in its month.
    const written = await runInDurableObject(stub, (_object, { storage }) =>
      ["hits", "key_months"].map(
        (table) => storage.sql.exec(`SELECT * FROM ${table}`).toArray().length,
      ),
    );
    expect(written).toEqual([1, 0]);
    await age(window, 60_000);
    expect(await runDurableObjectAlarm(stub)).toBe(true);
    expect(await limiter.countsInMonth(window)).toEqual({ one: 1 });

    await runInDurableObject(stub, (_object, { storage }) => {
      storage.sql.exec("UPDATE key_months SET month = '2020-01'");
    });
    expect(await limiter.countsInMonth(window)).toEqual({});
    expect(await runDurableObjectAlarm(stub)).toBe(true);
    const tables = await runInDurableObject(stub, (_object, { storage }) =>
      storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'key_months'").toArray(),
    );
    expect(tables).toEqual([]);
  });
});

describe("cleanup", () => {
  it("The cleanup deletes the storage of an expired window, and the window can start again.", async () => {
    const window = newWindow();
    const stub = env.RATE_LIMITER.getByName(window);
    await limiter.take(window, 2);
    await age(window, 60_000);

    expect(await runDurableObjectAlarm(stub)).toBe(true);

    const tables = await runInDurableObject(stub, (_object, { storage }) =>
      storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'hits'").toArray(),
    );
    expect(tables).toEqual([]);
    expect(await limiter.take(window, 2)).toMatchObject({ allowed: true, remaining: 1 });
    expect(await runDurableObjectAlarm(stub)).toBe(true);
  });

  it("The cleanup keeps current hits and runs again later.", async () => {
    const window = newWindow();
    const stub = env.RATE_LIMITER.getByName(window);
    await limiter.take(window, 5);
    await age(window, 60_000);
    await limiter.take(window, 5);
    const hits = () =>
      runInDurableObject(
        stub,
        (_object, { storage }) => storage.sql.exec("SELECT at FROM hits").toArray().length,
      );
    expect(await hits()).toBe(2);

    await runDurableObjectAlarm(stub);

    expect(await hits()).toBe(1);
    expect(await limiter.take(window, 5)).toMatchObject({ remaining: 3 });
    await age(window, 60_000);
    expect(await runDurableObjectAlarm(stub)).toBe(true);
  });
});
