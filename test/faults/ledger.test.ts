// Whatever happens in whatever order, credits and storage are what the records say.
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { QueuedCapture } from "../../src/contract/queued-capture.ts";
import { ServiceError } from "../../src/contract/errors.ts";
import { seedAccount } from "../support/accounts.ts";
import { createApi } from "../support/api.ts";
import { expectBalance, expectSettled } from "../support/ledger.ts";
import { imagesThatKill } from "../support/failing-storage.ts";
import { failingRender, heldRender, fakeRender } from "../support/fake-render.ts";
import { deliver, deliverDead, heldQueue, type Planted, sweep } from "../support/queue.ts";
import { recordsOf } from "../support/records.ts";

const RUNS = 25;
const STEPS = 30;
const CREDITS = 12;

/** How a rendering may end. */
const ends = {
  well: () => fakeRender({ body: new Uint8Array(1 + Math.floor(Math.random() * 1000)) }),
  badly: () => ({ render: failingRender(new ServiceError("host_error")) }),
  crashed: () => ({
    render: failingRender(new ServiceError("render_failed", { retryAfterSeconds: 1 })),
  }),
  withoutBrowser: () => ({
    render: failingRender(new ServiceError("service_unavailable", { retryAfterSeconds: 1 })),
  }),
  killedBeforeItStored: () => ({ ...fakeRender(), ...imagesThatKill("before") }),
  killedAfterItStored: () => ({ ...fakeRender(), ...imagesThatKill("after") }),
} satisfies Record<string, () => Planted>;

const end = fc.constantFrom(...(Object.keys(ends) as (keyof typeof ends)[]));
const which = fc.nat(100);

type Step =
  | { do: "batch"; size: number; queueRefuses: boolean }
  | { do: "capture"; end: "well" | "badly" | "crashed"; json: boolean }
  | { do: "deliver"; which: number; end: keyof typeof ends; again: boolean }
  /** Begins a rendering that lasts until a step "finish". */
  | { do: "begin"; which: number; queued: boolean }
  | { do: "finish"; which: number }
  | { do: "deliverDead"; which: number }
  | { do: "delete"; which: number }
  | { do: "sweep" }
  | { do: "wait"; minutes: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("batch"),
      size: fc.integer({ min: 1, max: 4 }),
      queueRefuses: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("capture"),
      end: fc.constantFrom("well", "badly", "crashed"),
      json: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant("deliver"), which, end, again: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("begin"), which, queued: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("finish"), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("deliverDead"), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("delete"), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("sweep") }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("wait"), minutes: fc.constantFrom(1, 3, 20, 24 * 60) }),
  },
);

/** An account and a queue of their own, and what may be done with them. */
async function createWorld() {
  const { key, accountId } = await seedAccount({ monthlyScreenshots: CREDITS });
  const { held, queues, state } = heldQueue();
  const running: { end: () => void; done: Promise<unknown> }[] = [];
  let waitedMs = 0;
  const clock = () => new Date(Date.now() + waitedMs);
  const pick = <Item>(items: Item[], at: number): Item | undefined =>
    items[at % Math.max(1, items.length)];

  async function perform(next: Step): Promise<void> {
    switch (next.do) {
      case "batch": {
        state.refuse = next.queueRefuses;
        const urls = Array.from({ length: next.size }, (_, i) => `https://example.com/${i}`);
        await createApi({ queues, clock }).post("/v1/capture/batch", { urls }, { key });
        return;
      }
      case "capture":
        return capture(ends[next.end](), next.json ? { response_type: "json" } : {});
      case "deliver": {
        const job = pick(held, next.which);
        if (job !== undefined) await run(job, ends[next.end]());
        if (job !== undefined && !next.again) held.splice(held.indexOf(job), 1);
        return;
      }
      case "begin":
        return begin(next.queued ? pick(held, next.which) : undefined);
      case "finish": {
        const capture = pick(running, next.which);
        if (capture === undefined) return;
        running.splice(running.indexOf(capture), 1);
        capture.end();
        await capture.done;
        return;
      }
      case "deliverDead":
        await deliverDead(pick(held, next.which), { clock });
        return;
      case "delete": {
        const record = pick(await recordsOf(accountId), next.which);
        await createApi({ clock }).send("DELETE", `/v1/screenshots/${record?.["id"]}`, { key });
        return;
      }
      case "sweep":
        state.refuse = false;
        await sweep({ queues, clock });
        return;
      case "wait":
        waitedMs += next.minutes * 60_000;
    }
  }

  /** Of the message's capture, or of a single one. */
  async function begin(job: QueuedCapture | undefined): Promise<void> {
    const { render, begun, end } = heldRender();
    const done = job === undefined ? capture({ render }) : deliver(job, { render, clock });
    await Promise.race([begun, done]);
    running.push({ end, done });
  }

  async function capture(planted: Planted, options: object = {}): Promise<void> {
    const api = createApi({ ...planted, clock });
    await api.post("/v1/capture", { url: "https://example.com/", options }, { key });
    return api.settled();
  }

  /** A delivery whose consumer is killed never answers: it is left behind once it has stored, or is about to. */
  async function run(job: QueuedCapture, planted: Planted): Promise<void> {
    const killed = Promise.withResolvers<void>();
    const images = planted.images && {
      ...planted.images,
      put: async (...image: Parameters<typeof planted.images.put>) => {
        setTimeout(killed.resolve, 20);
        return planted.images!.put(...image);
      },
    };
    await Promise.race([
      deliver(job, { ...planted, ...(images && { images }), clock }),
      killed.promise,
    ]);
  }

  /** Time passes and messages come until nothing is under way any more. */
  async function comeToAnEnd(): Promise<void> {
    state.refuse = false;
    for (const { end, done } of running.splice(0)) {
      end();
      await done;
    }
    for (let round = 0; round < 10; round++) {
      waitedMs += 20 * 60_000;
      await sweep({ queues, clock });
      for (const job of held.splice(0)) await deliver(job, { ...ends.well(), clock });
    }
  }

  return { perform, comeToAnEnd, accountId };
}

it("holds for any sequence of captures, batches, deliveries, deaths, deletions and sweeps", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: STEPS }), async (steps) => {
      const { perform, comeToAnEnd, accountId } = await createWorld();
      for (const next of steps) {
        await perform(next);
        await expectBalance();
      }
      await comeToAnEnd();
      await expectSettled();
      const most = await env.DB.prepare(
        "SELECT max(used) AS used FROM credits WHERE account_id = ?",
      )
        .bind(accountId)
        .first<number>("used");
      expect(most ?? 0).toBeLessThanOrEqual(CREDITS);
    }),
    { numRuns: RUNS },
  );
}, 300_000);
