// Queued captures whose consumer, storage or messages fail: no credit is lost or taken twice, every record comes to its
// end, and no image is left without a record.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { seedAccount } from "../support/accounts.ts";
import { createApi } from "../support/api.ts";
import { expectBalance, expectSettled } from "../support/balance.ts";
import { type Breakdown, imagesThatKill, storageThatBreaks } from "../support/breakdowns.ts";
import { heldRender, plantedRender } from "../support/planted-rendering.ts";
import { deliver, heldQueue, sweep } from "../support/queue.ts";
import { findRecord, recordsOf, usedCredits } from "../support/records.ts";

const ACKNOWLEDGED = Infinity;
const LEASE_MS = 151_000;

async function acceptBatch(count: number) {
  const { key, accountId } = await seedAccount();
  const { held, queues } = heldQueue();
  const api = createApi({ queues });
  const urls = Array.from({ length: count }, (_, i) => `https://example.com/${i}`);
  const answer = await api.post("/v1/capture/batch", { urls }, { key });
  expect(answer.status).toBe(201);
  return { key, accountId, jobs: held, api };
}

function after(ms: number) {
  return { clock: () => new Date(Date.now() + ms) };
}

describe("a consumer that is killed", () => {
  it.each(["before", "after"] as const)(
    "%s it stored the image is followed by another, which ends the capture",
    async (moment) => {
      const { jobs, accountId } = await acceptBatch(1);
      void deliver(jobs[0], { ...plantedRender(), ...imagesThatKill(moment) });
      await expect.poll(async () => (await recordsOf(accountId))[0]?.["status"]).toBe("processing");
      await expect.poll(() => hasImage(accountId)).toBe(moment === "after");

      // The queue brings the message again at once; who runs it may still be alive.
      const { render, requests } = plantedRender();
      const delay = await deliver(jobs[0], { render }, { delivery: 2 });
      expect(delay).toBeGreaterThan(100);
      expect(delay).toBeLessThanOrEqual(LEASE_MS / 1000);
      expect(requests).toEqual([]);
      await expectBalance();

      expect(await deliver(jobs[0], { render, ...after(LEASE_MS) }, { delivery: 3 })).toBe(
        ACKNOWLEDGED,
      );
      expect((await recordsOf(accountId))[0]).toMatchObject({ status: "completed", attempts: 2 });
      expect(await usedCredits(accountId)).toBe(1);
      await expectSettled();
    },
  );

  it("before it acknowledged has done its work, and the message brings nothing more", async () => {
    const { jobs, accountId } = await acceptBatch(1);
    await deliver(jobs[0], plantedRender());
    const { render, requests } = plantedRender();
    expect(await deliver(jobs[0], { render }, { delivery: 2 })).toBe(ACKNOWLEDGED);
    expect(requests).toEqual([]);
    expect(await usedCredits(accountId)).toBe(1);
    await expectSettled();
  });

  it("every time is given up after the third, and refunded", async () => {
    const { jobs, accountId } = await acceptBatch(1);
    for (const delivery of [1, 2, 3]) {
      const planted = {
        ...plantedRender(),
        ...imagesThatKill("after"),
        ...after(delivery * LEASE_MS),
      };
      void deliver(jobs[0], planted, { delivery });
      await expect.poll(async () => (await recordsOf(accountId))[0]?.["attempts"]).toBe(delivery);
      await expect.poll(() => hasImage(accountId)).toBe(true);
    }
    const { render, requests } = plantedRender();
    await deliver(jobs[0], { render, ...after(4 * LEASE_MS) }, { delivery: 4 });
    expect(requests).toEqual([]);
    expect((await recordsOf(accountId))[0]).toMatchObject({
      status: "failed",
      error_message: "The capture was lost and has been refunded.",
    });
    expect(await usedCredits(accountId)).toBe(0);
    await expectSettled();
  });

  it("together with its message is followed by another one, with a new message", async () => {
    const { jobs, accountId } = await acceptBatch(1);
    void deliver(jobs[0], { ...plantedRender(), ...imagesThatKill("after") });
    await expect.poll(() => hasImage(accountId)).toBe(true);
    const [lost] = await recordsOf(accountId);

    const { held, queues } = heldQueue();
    expect(await sweep({ queues })).toMatchObject({ requeuedCaptures: 0 });
    expect(await sweep({ queues, ...after(LEASE_MS) })).toMatchObject({ requeuedCaptures: 1 });

    expect(held).toEqual(jobs);
    expect((await recordsOf(accountId))[0]).toMatchObject({ status: "pending", image_key: null });
    expect(await env.IMAGES.head(String(lost?.["image_key"]))).toBeNull();
    expect(await deliver(held[0], { ...plantedRender(), ...after(LEASE_MS) })).toBe(ACKNOWLEDGED);
    await expectSettled();
  });
});

describe("an attempt that was given up and comes back late", () => {
  it("changes nothing, whether the next one has ended or not", async () => {
    for (const lateEnds of ["first", "last"] as const) {
      const { jobs, accountId } = await acceptBatch(1);
      const late = heldRender();
      const lateDelivery = deliver(jobs[0], late);
      await late.begun;
      const next = heldRender();
      const nextDelivery = deliver(jobs[0], { ...next, ...after(LEASE_MS) }, { delivery: 2 });
      await next.begun;

      const [one, other] = lateEnds === "first" ? [late, next] : [next, late];
      one.end();
      await (one === late ? lateDelivery : nextDelivery);
      await expectBalance();
      other.end();
      expect(await Promise.all([lateDelivery, nextDelivery])).toEqual([ACKNOWLEDGED, ACKNOWLEDGED]);

      const [record] = await recordsOf(accountId);
      expect(record).toMatchObject({ status: "completed", attempts: 2 });
      expect(await usedCredits(accountId)).toBe(1);
      await expectSettled();
    }
  });
});

describe("messages", () => {
  it("that come twice at once are rendered once", async () => {
    const { jobs, accountId } = await acceptBatch(1);
    const { render, requests } = plantedRender();
    const verdicts = await Promise.all(
      Array.from({ length: 10 }, () => deliver(jobs[0], { render })),
    );
    expect(requests).toHaveLength(1);
    expect(verdicts).toContain(ACKNOWLEDGED);
    expect(await usedCredits(accountId)).toBe(1);
    await expectSettled();
  });

  it("in any order, some of them twice, end each capture once", async () => {
    const { jobs, accountId } = await acceptBatch(8);
    const { render, requests } = plantedRender();
    const shuffled = [...jobs, ...jobs.slice(0, 4)].toSorted(() => Math.random() - 0.5);
    for (const job of shuffled) await deliver(job, { render });
    expect(requests.map(({ source }) => source).length).toBe(8);
    expect(await usedCredits(accountId)).toBe(8);
    await expectSettled();
  });

  it("that were never sent are sent by the sweep, once in a while, for a day", async () => {
    const { accountId, jobs } = await acceptBatch(2);
    const { held, queues } = heldQueue();
    const minutes = (count: number) => ({ queues, ...after(count * 60_000) });
    expect(await sweep(minutes(14))).toMatchObject({ requeuedCaptures: 0 });
    expect(await sweep(minutes(16))).toMatchObject({ requeuedCaptures: 2 });
    expect(await sweep(minutes(17))).toMatchObject({ requeuedCaptures: 0 });
    expect(await sweep(minutes(32))).toMatchObject({ requeuedCaptures: 2 });
    expect(held.map(({ screenshotId }) => screenshotId).toSorted()).toEqual(
      [...jobs, ...jobs].map(({ screenshotId }) => screenshotId).toSorted(),
    );
    expect(await usedCredits(accountId)).toBe(2);
    expect(await sweep(minutes(24 * 60 + 1))).toMatchObject({ lostCaptures: 2 });
    expect(await usedCredits(accountId)).toBe(0);
    await expectSettled();
  });
});

describe.each<Breakdown>(["refused", "unheard"])(
  "a storage call that is %s, whichever it is",
  (breakdown) => {
    it("does no harm to a capture", async () => {
      const { jobs, accountId } = await acceptBatch(40);
      let broken = 0;
      for (const [i, job] of jobs.entries()) {
        const { storage, state } = storageThatBreaks(i + 1, breakdown);
        await deliver(job, { ...plantedRender(), ...storage });
        await expectBalance();
        // The message comes again until it has done its duty, later each time.
        for (let delivery = 2; delivery < 6; delivery++) {
          const planted = { ...plantedRender(), ...after((delivery - 1) * LEASE_MS) };
          if ((await deliver(job, planted, { delivery })) === ACKNOWLEDGED) break;
        }
        expect(await findRecord(job.screenshotId)).toMatchObject({ status: "completed" });
        if (state.calls >= i + 1) broken++;
      }
      // Every call that a capture makes has broken down once.
      expect(broken).toBeGreaterThanOrEqual(4);
      expect(broken).toBeLessThan(jobs.length);
      expect(await usedCredits(accountId)).toBe(jobs.length);
      await sweep();
      await expectSettled();
    });

    it("does no harm to a single capture", async () => {
      for (let at = 1, calls = at; at <= calls; at++) {
        if (at > 20) throw new Error("There is no end to the calls.");
        const { key } = await seedAccount();
        const { storage, state } = storageThatBreaks(at, breakdown);
        const api = createApi({ ...plantedRender(), ...storage });
        const options = { response_type: "json" };
        const answer = await api.post(
          "/v1/capture",
          { url: "https://a.example/", options },
          { key },
        );
        await api.settled();
        calls = state.calls + (answer.status === 201 ? 0 : 1);
        await expectBalance();
        await sweep(after(125_000));
        await expectSettled();
      }
    });

    it("does no harm to a batch that is being accepted", async () => {
      for (let at = 1, calls = at; at <= calls; at++) {
        const { key, accountId } = await seedAccount();
        const { held, queues } = heldQueue();
        const { storage, state } = storageThatBreaks(at, breakdown);
        const urls = ["https://a.example/", "https://b.example/"];
        const answer = await createApi({ ...storage, queues }).post(
          "/v1/capture/batch",
          { urls },
          { key },
        );
        calls = state.calls + (answer.status === 201 ? 0 : 1);
        await expectBalance();
        // What the caller never heard of is either not there at all, or captured all the same.
        await sweep({ queues, ...after(16 * 60_000) });
        for (const job of held) await deliver(job, { ...plantedRender(), ...after(16 * 60_000) });
        await expectSettled();
        const records = await recordsOf(accountId);
        expect([0, 2]).toContain(records.length);
        if (at > 20) throw new Error("There is no end to the calls.");
      }
    });
  },
);

describe("an image that storage refuses every time", () => {
  it("fails its capture after three attempts, and is refunded", async () => {
    const { jobs, accountId } = await acceptBatch(1);
    const refusing = {
      ...plantedRender(),
      images: {
        ...storageThatBreaks(0, "refused").storage.images,
        put: () => Promise.reject(new Error("R2 is down.")),
      },
    };
    expect(await deliver(jobs[0], refusing, { delivery: 1 })).toBe(5);
    expect(await deliver(jobs[0], refusing, { delivery: 2 })).toBe(10);
    expect(await deliver(jobs[0], refusing, { delivery: 3 })).toBe(ACKNOWLEDGED);
    expect((await recordsOf(accountId))[0]).toMatchObject({
      status: "failed",
      error_code: "internal_error",
    });
    expect(await usedCredits(accountId)).toBe(0);
    await expectSettled();
  });
});

/** Whether there is an image where the account's only record has or expects it. */
async function hasImage(accountId: string): Promise<boolean> {
  const [record] = await recordsOf(accountId);
  return (await env.IMAGES.head(String(record?.["image_key"]))) !== null;
}
