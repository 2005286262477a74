// Failures of consumers and messages: every queued capture finishes, costs at most one credit and leaves no orphaned image.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { expectConsistentLedger, expectAllFinished } from "../../support/ledger.ts";
import { createHangingImages } from "../../support/failing-storage.ts";
import { pausedRender, fakeRender } from "../../support/fake-render.ts";
import {
  ACKNOWLEDGED,
  acceptBatch,
  after,
  deliver,
  fakeQueue,
  LEASE_MS,
  sweep,
} from "../../support/queue.ts";
import { recordsOf, usedCredits } from "../../support/records.ts";

describe("A killed consumer loses no capture.", () => {
  it.each(["before", "after"] as const)(
    "A later delivery completes a capture whose consumer was killed %s it stored the image.",
    async (moment) => {
      const { messages, accountId } = await acceptBatch(1);
      void deliver(messages[0], { ...fakeRender(), ...createHangingImages(moment) });
      await expect.poll(async () => (await recordsOf(accountId))[0]?.["status"]).toBe("processing");
      await expect.poll(() => hasImage(accountId)).toBe(moment === "after");

      // The queue delivers the message again immediately, while the first consumer may still run.
      const { render, requests } = fakeRender();
      const delay = await deliver(messages[0], { render }, { delivery: 2 });
      expect(delay).toBeGreaterThan(100);
      expect(delay).toBeLessThanOrEqual(LEASE_MS / 1000);
      expect(requests).toEqual([]);
      await expectConsistentLedger();

      expect(await deliver(messages[0], { render, ...after(LEASE_MS) }, { delivery: 3 })).toBe(
        ACKNOWLEDGED,
      );
      expect((await recordsOf(accountId))[0]).toMatchObject({ status: "completed", attempts: 2 });
      expect(await usedCredits(accountId)).toBe(1);
      await expectAllFinished();
    },
  );

  it("A second delivery of a completed capture renders nothing.", async () => {
    const { messages, accountId } = await acceptBatch(1);
    await deliver(messages[0], fakeRender());
    const { render, requests } = fakeRender();
    expect(await deliver(messages[0], { render }, { delivery: 2 })).toBe(ACKNOWLEDGED);
    expect(requests).toEqual([]);
    expect(await usedCredits(accountId)).toBe(1);
    await expectAllFinished();
  });

  it("A capture fails and is refunded when three consumers were killed.", async () => {
    const { messages, accountId } = await acceptBatch(1);
    for (const delivery of [1, 2, 3]) {
      const overrides = {
        ...fakeRender(),
        ...createHangingImages("after"),
        ...after(delivery * LEASE_MS),
      };
      void deliver(messages[0], overrides, { delivery });
      await expect.poll(async () => (await recordsOf(accountId))[0]?.["attempts"]).toBe(delivery);
      await expect.poll(() => hasImage(accountId)).toBe(true);
    }
    const { render, requests } = fakeRender();
    await deliver(messages[0], { render, ...after(4 * LEASE_MS) }, { delivery: 4 });
    expect(requests).toEqual([]);
    expect((await recordsOf(accountId))[0]).toMatchObject({
      status: "failed",
      error_message: "The capture was interrupted and has been refunded. Capture the page again.",
    });
    expect(await usedCredits(accountId)).toBe(0);
    await expectAllFinished();
  });

  it("The sweep sends a new message for a capture whose consumer and message were lost.", async () => {
    const { messages, accountId } = await acceptBatch(1);
    void deliver(messages[0], { ...fakeRender(), ...createHangingImages("after") });
    await expect.poll(() => hasImage(accountId)).toBe(true);
    const [lost] = await recordsOf(accountId);

    const { messages: resent, queues } = fakeQueue();
    expect(await sweep({ queues })).toMatchObject({ requeuedCaptures: 0 });
    expect(await sweep({ queues, ...after(LEASE_MS) })).toMatchObject({ requeuedCaptures: 1 });

    expect(resent).toEqual(messages);
    expect((await recordsOf(accountId))[0]).toMatchObject({ status: "pending", image_key: null });
    expect(await env.IMAGES.head(String(lost?.["image_key"]))).toBeNull();
    expect(await deliver(resent[0], { ...fakeRender(), ...after(LEASE_MS) })).toBe(ACKNOWLEDGED);
    await expectAllFinished();
  });
});

describe("A late attempt has no effect.", () => {
  it("An attempt whose lease expired changes nothing, before and after the next attempt finishes.", async () => {
    for (const lateFinishes of ["first", "last"] as const) {
      const { messages, accountId } = await acceptBatch(1);
      const late = pausedRender();
      const lateDelivery = deliver(messages[0], late);
      await late.started;
      const next = pausedRender();
      const nextDelivery = deliver(messages[0], { ...next, ...after(LEASE_MS) }, { delivery: 2 });
      await next.started;

      const [one, other] = lateFinishes === "first" ? [late, next] : [next, late];
      one.resume();
      await (one === late ? lateDelivery : nextDelivery);
      await expectConsistentLedger();
      other.resume();
      expect(await Promise.all([lateDelivery, nextDelivery])).toEqual([ACKNOWLEDGED, ACKNOWLEDGED]);

      const [record] = await recordsOf(accountId);
      expect(record).toMatchObject({ status: "completed", attempts: 2 });
      expect(await usedCredits(accountId)).toBe(1);
      await expectAllFinished();
    }
  });
});

describe("Every capture finishes exactly once.", () => {
  it("Ten concurrent deliveries of one message render the page once.", async () => {
    const { messages, accountId } = await acceptBatch(1);
    const { render, requests } = fakeRender();
    const results = await Promise.all(
      Array.from({ length: 10 }, () => deliver(messages[0], { render })),
    );
    expect(requests).toHaveLength(1);
    expect(results).toContain(ACKNOWLEDGED);
    expect(await usedCredits(accountId)).toBe(1);
    await expectAllFinished();
  });

  it("Messages in random order, some of them duplicated, complete each capture once.", async () => {
    const { messages, accountId } = await acceptBatch(8);
    const { render, requests } = fakeRender();
    const shuffled = [...messages, ...messages.slice(0, 4)].toSorted(() => Math.random() - 0.5);
    for (const message of shuffled) await deliver(message, { render });
    expect(requests).toHaveLength(8);
    expect(await usedCredits(accountId)).toBe(8);
    await expectAllFinished();
  });

  it("The sweep sends lost messages again every 15 minutes, and fails their captures after 24 hours.", async () => {
    const { accountId, messages } = await acceptBatch(2);
    const { messages: resent, queues } = fakeQueue();
    const minutes = (count: number) => ({ queues, ...after(count * 60_000) });
    expect(await sweep(minutes(14))).toMatchObject({ requeuedCaptures: 0 });
    expect(await sweep(minutes(16))).toMatchObject({ requeuedCaptures: 2 });
    expect(await sweep(minutes(17))).toMatchObject({ requeuedCaptures: 0 });
    expect(await sweep(minutes(32))).toMatchObject({ requeuedCaptures: 2 });
    expect(resent.map(({ screenshotId }) => screenshotId).toSorted()).toEqual(
      [...messages, ...messages].map(({ screenshotId }) => screenshotId).toSorted(),
    );
    expect(await usedCredits(accountId)).toBe(2);
    expect(await sweep(minutes(24 * 60 + 1))).toMatchObject({ lostCaptures: 2 });
    expect(await usedCredits(accountId)).toBe(0);
    await expectAllFinished();
  });
});

/** Reports whether the image of the account's only record is stored. */
async function hasImage(accountId: string): Promise<boolean> {
  const [record] = await recordsOf(accountId);
  return (await env.IMAGES.head(String(record?.["image_key"]))) !== null;
}
