// Queued captures whose consumer, storage or messages fail: no credit is lost or taken twice, every record comes to its
// end, and no image is left without a record.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { expectBalance, expectSettled } from "../support/ledger.ts";
import { imagesThatKill } from "../support/failing-storage.ts";
import { heldRender, fakeRender } from "../support/fake-render.ts";
import {
  ACKNOWLEDGED,
  acceptBatch,
  after,
  deliver,
  heldQueue,
  LEASE_MS,
  sweep,
} from "../support/queue.ts";
import { recordsOf, usedCredits } from "../support/records.ts";

describe("a consumer that is killed", () => {
  it.each(["before", "after"] as const)(
    "%s it stored the image is followed by another, which ends the capture",
    async (moment) => {
      const { jobs, accountId } = await acceptBatch(1);
      void deliver(jobs[0], { ...fakeRender(), ...imagesThatKill(moment) });
      await expect.poll(async () => (await recordsOf(accountId))[0]?.["status"]).toBe("processing");
      await expect.poll(() => hasImage(accountId)).toBe(moment === "after");

      // The queue brings the message again at once; who runs it may still be alive.
      const { render, requests } = fakeRender();
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
    await deliver(jobs[0], fakeRender());
    const { render, requests } = fakeRender();
    expect(await deliver(jobs[0], { render }, { delivery: 2 })).toBe(ACKNOWLEDGED);
    expect(requests).toEqual([]);
    expect(await usedCredits(accountId)).toBe(1);
    await expectSettled();
  });

  it("every time is given up after the third, and refunded", async () => {
    const { jobs, accountId } = await acceptBatch(1);
    for (const delivery of [1, 2, 3]) {
      const planted = {
        ...fakeRender(),
        ...imagesThatKill("after"),
        ...after(delivery * LEASE_MS),
      };
      void deliver(jobs[0], planted, { delivery });
      await expect.poll(async () => (await recordsOf(accountId))[0]?.["attempts"]).toBe(delivery);
      await expect.poll(() => hasImage(accountId)).toBe(true);
    }
    const { render, requests } = fakeRender();
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
    void deliver(jobs[0], { ...fakeRender(), ...imagesThatKill("after") });
    await expect.poll(() => hasImage(accountId)).toBe(true);
    const [lost] = await recordsOf(accountId);

    const { held, queues } = heldQueue();
    expect(await sweep({ queues })).toMatchObject({ requeuedCaptures: 0 });
    expect(await sweep({ queues, ...after(LEASE_MS) })).toMatchObject({ requeuedCaptures: 1 });

    expect(held).toEqual(jobs);
    expect((await recordsOf(accountId))[0]).toMatchObject({ status: "pending", image_key: null });
    expect(await env.IMAGES.head(String(lost?.["image_key"]))).toBeNull();
    expect(await deliver(held[0], { ...fakeRender(), ...after(LEASE_MS) })).toBe(ACKNOWLEDGED);
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
    const { render, requests } = fakeRender();
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
    const { render, requests } = fakeRender();
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

/** Whether there is an image where the account's only record has or expects it. */
async function hasImage(accountId: string): Promise<boolean> {
  const [record] = await recordsOf(accountId);
  return (await env.IMAGES.head(String(record?.["image_key"]))) !== null;
}
