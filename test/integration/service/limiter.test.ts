// The sliding window as a Durable Object: exact under load, remembered through eviction, forgotten when it is over.
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createLimiter } from "../../../src/limiter/limiter.ts";

const limiter = createLimiter(env.RATE_LIMITER);
const newWindow = () => `test:${crypto.randomUUID()}`;

/** As if all hits so far had come that much earlier. */
async function age(window: string, ms: number) {
  const stub = env.RATE_LIMITER.getByName(window);
  await runInDurableObject(stub, (_object, { storage }) => {
    storage.sql.exec("UPDATE hits SET at = at - ?", ms);
  });
  await evictDurableObject(stub);
}

describe("a window", () => {
  it("admits exactly its limit of requests that come at once", async () => {
    const window = newWindow();
    const verdicts = await Promise.all(Array.from({ length: 50 }, () => limiter.take(window, 20)));
    expect(verdicts.filter(({ allowed }) => allowed).map(({ remaining }) => remaining)).toEqual(
      Array.from({ length: 20 }, (_, i) => 19 - i),
    );
  });

  it("remembers its hits when the object is evicted", async () => {
    const window = newWindow();
    await limiter.take(window, 3);
    await limiter.take(window, 3);
    await evictDurableObject(env.RATE_LIMITER.getByName(window));
    expect(await limiter.take(window, 3)).toMatchObject({ allowed: true, remaining: 0 });
    expect(await limiter.take(window, 3)).toMatchObject({ allowed: false });
  });

  it("slides: each hit leaves it on its own", async () => {
    const window = newWindow();
    await limiter.take(window, 2);
    await age(window, 40_000);
    await limiter.take(window, 2);
    const refused = await limiter.take(window, 2);
    expect(refused.allowed).toBe(false);
    expect(refused.retryAfterSeconds).toBeGreaterThanOrEqual(19);
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(20);

    await age(window, 20_001);

    expect(await limiter.take(window, 2)).toMatchObject({ allowed: true, remaining: 0 });
    expect(await limiter.take(window, 2)).toMatchObject({ allowed: false });
  });

  it("is not kept shut by refused requests", async () => {
    const window = newWindow();
    await limiter.take(window, 1);
    for (let i = 0; i < 5; i += 1) expect((await limiter.take(window, 1)).allowed).toBe(false);
    await age(window, 60_000);
    expect((await limiter.take(window, 1)).allowed).toBe(true);
  });

  it("follows a limit that an operator changes", async () => {
    const window = newWindow();
    for (let i = 0; i < 4; i += 1) await limiter.take(window, 10);
    expect(await limiter.take(window, 2)).toMatchObject({ allowed: false, remaining: 0 });
    expect(await limiter.take(window, 6)).toMatchObject({ allowed: true, remaining: 1 });
  });
});

describe("forgetting", () => {
  it("leaves nothing in storage once all hits are old, and starts anew", async () => {
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

  it("keeps what still counts, and comes back for it", async () => {
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
