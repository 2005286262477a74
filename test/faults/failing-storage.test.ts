// Storage that refuses, or whose answer is lost, at whichever call: no credit, record or image is left wrong.
import { describe, expect, it } from "vitest";
import { seedAccount } from "../support/accounts.ts";
import { createApi } from "../support/api.ts";
import { expectBalance, expectSettled } from "../support/ledger.ts";
import { type Breakdown, storageThatBreaks } from "../support/failing-storage.ts";
import { fakeRender } from "../support/fake-render.ts";
import {
  ACKNOWLEDGED,
  acceptBatch,
  after,
  deliver,
  heldQueue,
  LEASE_MS,
  sweep,
} from "../support/queue.ts";
import { findRecord, recordsOf, usedCredits } from "../support/records.ts";

describe.each<Breakdown>(["refused", "unheard"])(
  "a storage call that is %s, whichever it is",
  (breakdown) => {
    it("does no harm to a capture", async () => {
      const { jobs, accountId } = await acceptBatch(40);
      let broken = 0;
      for (const [i, job] of jobs.entries()) {
        const { storage, state } = storageThatBreaks(i + 1, breakdown);
        await deliver(job, { ...fakeRender(), ...storage });
        await expectBalance();
        // The message comes again until it has done its duty, later each time.
        for (let delivery = 2; delivery < 6; delivery++) {
          const planted = { ...fakeRender(), ...after((delivery - 1) * LEASE_MS) };
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
        const api = createApi({ ...fakeRender(), ...storage });
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
        for (const job of held) await deliver(job, { ...fakeRender(), ...after(16 * 60_000) });
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
      ...fakeRender(),
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
