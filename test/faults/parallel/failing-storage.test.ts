// Lets each storage call fail once, before or after it takes effect. Credits, records and images stay consistent.
import { describe, expect, it } from "vitest";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { expectConsistentLedger, expectAllFinished } from "../../support/ledger.ts";
import { type FailureMoment, createFailingStorage } from "../../support/failing-storage.ts";
import { fakeRender } from "../../support/fake-render.ts";
import {
  ACKNOWLEDGED,
  acceptBatch,
  after,
  deliver,
  fakeQueue,
  LEASE_MS,
  sweep,
} from "../../support/queue.ts";
import { findRecord, recordsOf, usedCredits } from "../../support/records.ts";

describe.each<FailureMoment>(["before", "after"])(
  "A storage call that fails %s it takes effect causes no inconsistency.",
  (moment) => {
    it("A queued capture completes despite one failed storage call.", async () => {
      const { messages, accountId } = await acceptBatch(40);
      let failures = 0;
      for (const [i, message] of messages.entries()) {
        const { storage, state } = createFailingStorage(i + 1, moment);
        await deliver(message, { ...fakeRender(), ...storage });
        await expectConsistentLedger();
        // The queue delivers the message again until the consumer acknowledges it.
        for (let delivery = 2; delivery < 6; delivery++) {
          const overrides = { ...fakeRender(), ...after((delivery - 1) * LEASE_MS) };
          if ((await deliver(message, overrides, { delivery })) === ACKNOWLEDGED) break;
        }
        expect(await findRecord(message.screenshotId)).toMatchObject({ status: "completed" });
        if (state.calls >= i + 1) failures++;
      }
      // The loop has failed every storage call of a capture once.
      expect(failures).toBeGreaterThanOrEqual(4);
      expect(failures).toBeLessThan(messages.length);
      expect(await usedCredits(accountId)).toBe(messages.length);
      await sweep();
      await expectAllFinished();
    });

    it("A single capture leaves the ledger consistent after one failed storage call.", async () => {
      for (let failing = 1, calls = failing; failing <= calls; failing++) {
        if (failing > 20) throw new Error("More than 20 storage calls failed.");
        const { key } = await seedAccount();
        const { storage, state } = createFailingStorage(failing, moment);
        const api = createApi({ ...fakeRender(), ...storage });
        const options = { response_type: "json" };
        const response = await api.post(
          "/v1/capture",
          { url: "https://a.example/", options },
          { key },
        );
        await api.settled();
        calls = state.calls + (response.status === 201 ? 0 : 1);
        await expectConsistentLedger();
        await sweep(after(125_000));
        await expectAllFinished();
      }
    });

    it("A batch request inserts all records or none when one storage call fails.", async () => {
      for (let failing = 1, calls = failing; failing <= calls; failing++) {
        const { key, accountId } = await seedAccount();
        const { messages, queues } = fakeQueue();
        const { storage, state } = createFailingStorage(failing, moment);
        const urls = ["https://a.example/", "https://b.example/"];
        const response = await createApi({ ...storage, queues }).post(
          "/v1/capture/batch",
          { urls },
          { key },
        );
        calls = state.calls + (response.status === 201 ? 0 : 1);
        await expectConsistentLedger();
        // Without a response to the client, the batch either does not exist or is captured completely.
        await sweep({ queues, ...after(16 * 60_000) });
        for (const message of messages)
          await deliver(message, { ...fakeRender(), ...after(16 * 60_000) });
        await expectAllFinished();
        const records = await recordsOf(accountId);
        expect([0, 2]).toContain(records.length);
        if (failing > 20) throw new Error("More than 20 storage calls failed.");
      }
    });
  },
);

describe("An image that cannot be stored fails its capture.", () => {
  it("A capture whose image cannot be stored fails after three attempts and is refunded.", async () => {
    const { messages, accountId } = await acceptBatch(1);
    const withoutStorage = {
      ...fakeRender(),
      images: {
        ...createFailingStorage(0, "before").storage.images,
        put: () => Promise.reject(new Error("R2 is down.")),
      },
    };
    expect(await deliver(messages[0], withoutStorage, { delivery: 1 })).toBe(5);
    expect(await deliver(messages[0], withoutStorage, { delivery: 2 })).toBe(10);
    expect(await deliver(messages[0], withoutStorage, { delivery: 3 })).toBe(ACKNOWLEDGED);
    expect((await recordsOf(accountId))[0]).toMatchObject({
      status: "failed",
      error_code: "internal_error",
    });
    expect(await usedCredits(accountId)).toBe(0);
    await expectAllFinished();
  });
});
