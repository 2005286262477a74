// Runs random sequences of captures and failures. Credits and storage always equal the sum of the records.
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { QueuedCapture } from "../../../src/contract/queued-capture.ts";
import { ServiceError } from "../../../src/contract/errors.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { expectConsistentLedger, expectAllFinished } from "../../support/ledger.ts";
import { createHangingImages } from "../../support/failing-storage.ts";
import { failingRender, pausedRender, fakeRender } from "../../support/fake-render.ts";
import {
  deliver,
  deliverDead,
  fakeQueue,
  type ContextOverrides,
  sweep,
} from "../../support/queue.ts";
import { recordsOf } from "../../support/records.ts";

const RUNS = 25;
const STEPS = 30;
const CREDITS = 12;

/** Context overrides of one delivery. `hung` resolves when its simulated consumer is killed. */
type RenderOutcome = ContextOverrides & { hung?: Promise<void> };

/** The ways in which a rendering can finish. */
const outcomes = {
  success: () => fakeRender({ body: new Uint8Array(1 + Math.floor(Math.random() * 1000)) }),
  pageError: () => ({ render: failingRender(new ServiceError("host_error")) }),
  browserCrash: () => ({
    render: failingRender(new ServiceError("render_failed", { retryAfterSeconds: 1 })),
  }),
  noBrowser: () => ({
    render: failingRender(new ServiceError("service_unavailable", { retryAfterSeconds: 1 })),
  }),
  killedBeforeStorage: () => ({ ...fakeRender(), ...createHangingImages("before") }),
  killedAfterStorage: () => ({ ...fakeRender(), ...createHangingImages("after") }),
} satisfies Record<string, () => RenderOutcome>;

const outcome = fc.constantFrom(...(Object.keys(outcomes) as (keyof typeof outcomes)[]));
/** The index of a record or message, modulo the number of them. */
const index = fc.nat(100);

type Step =
  | { do: "batch"; size: number; queueFails: boolean }
  | { do: "capture"; outcome: "success" | "pageError" | "browserCrash"; json: boolean }
  | { do: "deliver"; index: number; outcome: keyof typeof outcomes; redeliver: boolean }
  /** Starts a rendering that continues until a step "finish". */
  | { do: "start"; index: number; queued: boolean }
  | { do: "finish"; index: number }
  | { do: "deliverDead"; index: number }
  | { do: "delete"; index: number }
  | { do: "sweep" }
  | { do: "wait"; minutes: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("batch"),
      size: fc.integer({ min: 1, max: 4 }),
      queueFails: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("capture"),
      outcome: fc.constantFrom("success", "pageError", "browserCrash"),
      json: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant("deliver"), index, outcome, redeliver: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("start"), index, queued: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("finish"), index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("deliverDead"), index }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("delete"), index }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("sweep") }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("wait"), minutes: fc.constantFrom(1, 3, 20, 24 * 60) }),
  },
);

/** Creates an account and a queue. `perform` runs one step, `finishAll` brings every capture to its final state. */
async function createWorld() {
  const { key, accountId } = await seedAccount({ monthlyScreenshots: CREDITS });
  const { messages, queues, state } = fakeQueue();
  const running: { resume: () => void; done: Promise<unknown> }[] = [];
  let waitedMs = 0;
  const clock = () => new Date(Date.now() + waitedMs);
  const pick = <Item>(items: Item[], at: number): Item | undefined =>
    items[at % Math.max(1, items.length)];

  async function perform(next: Step): Promise<void> {
    switch (next.do) {
      case "batch": {
        state.refuse = next.queueFails;
        const urls = Array.from({ length: next.size }, (_, i) => `https://example.com/${i}`);
        await createApi({ queues, clock }).post("/v1/capture/batch", { urls }, { key });
        return;
      }
      case "capture":
        return capture(outcomes[next.outcome](), next.json ? { response_type: "json" } : {});
      case "deliver": {
        const message = pick(messages, next.index);
        if (message !== undefined) await run(message, outcomes[next.outcome]());
        if (message !== undefined && !next.redeliver) messages.splice(messages.indexOf(message), 1);
        return;
      }
      case "start":
        return startCapture(next.queued ? pick(messages, next.index) : undefined);
      case "finish": {
        const capture = pick(running, next.index);
        if (capture === undefined) return;
        running.splice(running.indexOf(capture), 1);
        capture.resume();
        await capture.done;
        return;
      }
      case "deliverDead":
        await deliverDead(pick(messages, next.index), { clock });
        return;
      case "delete": {
        const record = pick(await recordsOf(accountId), next.index);
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

  /** Starts the capture of `message`, or a single capture without one. */
  async function startCapture(message: QueuedCapture | undefined): Promise<void> {
    const { render, started, resume } = pausedRender();
    const done = message === undefined ? capture({ render }) : deliver(message, { render, clock });
    await Promise.race([started, done]);
    running.push({ resume, done });
  }

  async function capture(overrides: ContextOverrides, options: object = {}): Promise<void> {
    const api = createApi({ ...overrides, clock });
    await api.post("/v1/capture", { url: "https://example.com/", options }, { key });
    return api.settled();
  }

  /** Delivers `message`. Returns early when the simulated consumer is killed, because that delivery never resolves. */
  async function run(
    message: QueuedCapture,
    { hung = new Promise<void>(() => {}), ...overrides }: RenderOutcome,
  ): Promise<void> {
    await Promise.race([deliver(message, { ...overrides, clock }), hung]);
  }

  /** Advances the clock and delivers messages until every capture has finished. */
  async function finishAll(): Promise<void> {
    state.refuse = false;
    for (const { resume, done } of running.splice(0)) {
      resume();
      await done;
    }
    for (let round = 0; round < 10; round++) {
      waitedMs += 20 * 60_000;
      await sweep({ queues, clock });
      for (const message of messages.splice(0))
        await deliver(message, { ...outcomes.success(), clock });
    }
  }

  return { perform, finishAll, accountId };
}

it("Credits and storage match the records after every step of any sequence of captures, failures and deletions.", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: STEPS }), async (steps) => {
      const { perform, finishAll, accountId } = await createWorld();
      for (const next of steps) {
        await perform(next);
        await expectConsistentLedger();
      }
      await finishAll();
      await expectAllFinished();
      const used = await env.DB.prepare(
        "SELECT max(used) AS used FROM credits WHERE account_id = ?",
      )
        .bind(accountId)
        .first<number>("used");
      expect(used ?? 0).toBeLessThanOrEqual(CREDITS);
    }),
    { numRuns: RUNS },
  );
}, 300_000);
