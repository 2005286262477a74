// Browser slots are shared between accounts: batches and runs of monitors must not delay interactive captures.
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { LeaseAnswer, LeaseEnd, PoolSettings } from "../../src/browser/lease.ts";
import { seedAccount } from "../support/accounts.ts";
import { createApi } from "../support/api.ts";
import { expectColour, freshPath, hitsAt, pageOf } from "../support/pages.ts";
import { createMonitor, makeDue } from "../support/monitors.ts";
import { deliver, fakeQueue, sweep } from "../support/queue.ts";
import { recordsOf } from "../support/records.ts";

const settings: PoolSettings = {
  maxSessions: 2,
  capturesPerSession: 2,
  accountSlots: 0,
  startsPerSecond: 10,
  network: { privateTargets: [], localProxy: undefined },
};

/** Creates a separate pool with real browsers. */
function createPool(limits: Partial<PoolSettings> = {}) {
  const pool = env.BROWSER_POOL.getByName(crypto.randomUUID());
  const lease = async (
    accountId: string,
    priority: "interactive" | "queued",
    waitMs: number,
  ): Promise<LeaseAnswer> =>
    pool.lease({ accountId, priority, timeoutMs: 60_000 }, waitMs, { ...settings, ...limits });
  const release = async (answer: LeaseAnswer, end: LeaseEnd = "captured") => {
    if ("lease" in answer) await pool.release(answer.lease, end);
  };
  return { lease, release };
}

/** Makes the captures of tests with many pages cheaper. */
const SMALL = { viewport_width: 200, viewport_height: 120 };

const granted = (answers: LeaseAnswer[]) => answers.filter((answer) => "lease" in answer);

describe("Queued captures", () => {
  it("Queued captures use at most three quarters of the slots.", async () => {
    const { lease, release } = createPool();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => lease(`batch ${i % 4}`, "queued", 4_000)),
    );
    expect(granted(answers)).toHaveLength(3);

    // An interactive capture receives the fourth slot without waiting.
    const answer = await lease("other", "interactive", 4_000);
    expect(answer).toHaveProperty("lease");
    for (const ended of [...answers, answer]) await release(ended);
  });

  it("Queued captures run after interactive captures of the same account.", async () => {
    const { lease, release } = createPool({ maxSessions: 1, capturesPerSession: 1 });
    const running = await lease("batch", "queued", 10_000);
    const order: string[] = [];
    const waiting = (["queued", "interactive"] as const).map(async (priority) => {
      const answer = await lease("batch", priority, 10_000);
      order.push(priority);
      await release(answer);
    });

    await release(running);
    await Promise.all(waiting);

    expect(order).toEqual(["interactive", "queued"]);
  });

  it("A queued capture of the account with fewer running captures runs first.", async () => {
    const { lease, release } = createPool({
      maxSessions: 1,
      capturesPerSession: 4,
      accountSlots: 4,
    });
    const running = await Promise.all([1, 2, 3].map(() => lease("many", "queued", 10_000)));
    const order: string[] = [];
    const waiting = ["many", "few"].map(async (accountId) => {
      const answer = await lease(accountId, "queued", 10_000);
      order.push(accountId);
      return answer;
    });

    await release(running[0]!);
    await expect.poll(() => order).toEqual(["few"]);
    await release(running[1]!);
    await expect.poll(() => order).toEqual(["few", "many"]);

    for (const answer of await Promise.all(waiting)) await release(answer);
    await release(running[2]!);
  });
});

describe("An account whose captures fail late", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each<[LeaseEnd, number, number]>([
    ["failed", 3_000, 1],
    ["failed", 1_000, 2],
    ["lost", 3_000, 2],
    ["unused", 3_000, 2],
    ["captured", 3_000, 2],
  ])(
    "After two leases that end as %s after %i ms, it receives %i slots.",
    async (end, ms, slots) => {
      const { lease, release } = createPool();
      const other = await lease("other", "interactive", 10_000);
      const ended = await Promise.all([1, 2].map(() => lease("failing", "interactive", 10_000)));
      expect(granted(ended)).toHaveLength(2);
      const [first] = ended;
      const startedAt = first && "lease" in first ? first.lease.startedAt : Number.NaN;
      vi.useFakeTimers({ toFake: ["Date"], now: startedAt + ms });
      for (const answer of ended) await release(answer, end);
      vi.useRealTimers();

      const answers = await Promise.all([1, 2].map(() => lease("failing", "interactive", 1_000)));
      expect(granted(answers)).toHaveLength(slots);
      for (const answer of [...answers, other]) await release(answer);
    },
  );
});

describe("An account that holds every slot that it can get", () => {
  it("Small captures of another account succeed within 2 seconds.", async () => {
    const [hostile, honest] = [await seedAccount(), await seedAccount()];
    const api = createApi({ vars: { BROWSER_SESSIONS: "2", CAPTURES_PER_SESSION: "2" } });
    const small = { url: pageOf(`<body style="background:green">`) };
    const slow = `${freshPath()}&delay=60000`;
    const url = pageOf(`<img src="${slow}">`);
    const held = Array.from({ length: 6 }, () =>
      api.post("/v1/capture", { url, options: { timeout: 12_000 } }, { key: hostile.key }),
    );
    await expect.poll(async () => (await hitsAt(slow)).requests, { timeout: 20_000 }).toBe(2);
    // The first capture may start a browser.
    await expectColour(await api.post("/v1/capture", small, { key: honest.key }), "green");

    for (let count = 0; count < 5; count += 1) {
      const startedAt = Date.now();
      const answer = await api.post("/v1/capture", small, { key: honest.key });
      expect(Date.now() - startedAt).toBeLessThan(2_000);
      await expectColour(answer, "green");
    }
    expect((await hitsAt(slow)).requests).toBe(2);

    const statuses = (await Promise.all(held)).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([503, 503, 503, 503, 504, 504]);
    await api.settled();
  });
});

describe("A batch of 50 pages that is delivered at the same time", () => {
  it("A large batch does not delay the capture of another account, and completes.", async () => {
    const [many, one] = [await seedAccount(), await seedAccount()];
    const { messages, queues } = fakeQueue();
    const api = createApi({ queues });
    const slow = `${freshPath()}&delay=600`;
    const urls = Array.from({ length: 50 }, () => pageOf(`<img src="${slow}">`));
    await api.post("/v1/capture/batch", { urls, options: SMALL }, { key: many.key });
    const deliveries = messages.map((message) => deliver(message, {}));
    await expect
      .poll(async () => (await hitsAt(slow)).requests, { timeout: 20_000 })
      .toBeGreaterThan(0);

    const page = pageOf(`<body style="background:green">`);
    const answer = await api.post("/v1/capture", { url: page }, { key: one.key });

    const stillWaiting = await countOf(many.accountId, "processing");
    await expectColour(answer, "green");
    expect(stillWaiting).toBeGreaterThan(25);
    await api.settled();
    await Promise.all(deliveries);
    // Deliver the captures that received no browser again.
    for (const message of messages) await deliver(message, {}, { delivery: 2 });
    expect(await countOf(many.accountId, "completed")).toBe(50);
  }, 120_000);
});

describe("Many queued runs of monitors", () => {
  it("Captures of the same account and of another one receive slots while runs are queued, and all runs complete.", async () => {
    const [watching, other] = [await seedAccount(), await seedAccount()];
    const { messages, queues } = fakeQueue();
    const api = createApi({ queues });
    const slow = `${freshPath()}&delay=1000`;
    const RUNS = 20;
    for (let count = 0; count < RUNS; count++) {
      const url = pageOf(`<p>${count}<img src="${slow}">`);
      await makeDue((await createMonitor(api, watching.key, { url, options: SMALL }))._id);
    }
    expect((await sweep({ queues })).failures).toBeUndefined();
    expect(messages).toHaveLength(RUNS);
    const deliveries = messages.map((message) => deliver(message, { queues }));
    await expect
      .poll(async () => (await hitsAt(slow)).requests, { timeout: 20_000 })
      .toBeGreaterThan(0);

    const url = pageOf(`<body style="background:green">`);
    for (const { key } of [watching, other])
      await expectColour(await api.post("/v1/capture", { url }, { key }), "green");
    expect(await countOf(watching.accountId, "processing")).toBeGreaterThan(RUNS / 3);

    await api.settled();
    await Promise.all(deliveries);
    // Deliver the captures that received no browser again.
    for (const message of messages) await deliver(message, { queues }, { delivery: 2 });
    expect(await countOf(watching.accountId, "completed")).toBe(RUNS + 1);
  }, 60_000);
});

describe("A batch of 40 pages in the real queue", () => {
  it("A batch of 40 pages does not delay a batch of 2 pages of another account until its end.", async () => {
    const [many, few] = [await seedAccount(), await seedAccount()];
    const api = createApi();
    const pages = (count: number) =>
      Array.from({ length: count }, (_, i) =>
        pageOf(`<p>${i}<img src="${freshPath()}&delay=400">`),
      );
    const path = "/v1/capture/batch";
    await api.post(path, { urls: pages(40), options: SMALL }, { key: many.key });
    await expect
      .poll(async () => countOf(many.accountId, "completed"), { timeout: 30_000 })
      .toBeGreaterThan(0);

    await api.post(path, { urls: pages(2), options: SMALL }, { key: few.key });
    await expect.poll(async () => countOf(few.accountId, "completed"), { timeout: 60_000 }).toBe(2);

    expect(await countOf(many.accountId, "completed")).toBeLessThan(20);
    await expect
      .poll(async () => countOf(many.accountId, "completed"), { timeout: 80_000 })
      .toBe(40);
  }, 150_000);
});

async function countOf(accountId: string, status: string): Promise<number> {
  const records = await recordsOf(accountId);
  return records.filter((record) => record["status"] === status).length;
}
