// A fake capture queue: it collects messages, and the test delivers them in any order and any number of times.
import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, vi } from "vitest";
import type { QueuedCapture, RunStep } from "../../src/contract/queued-capture.ts";
import type { Context } from "../../src/domain/context.ts";
import { consumeQueue } from "../../src/jobs/queues.ts";
import { runScheduled } from "../../src/jobs/scheduled.ts";
import type { Fields } from "../../src/lib/log.ts";
import { wire } from "../../src/wiring.ts";
import { seedAccount } from "./accounts.ts";
import { createApi } from "./api.ts";

const CAPTURES = "edgeshot-captures";
const DEAD_CAPTURES = "edgeshot-captures-dead";

/** The consumer's reply to a message: ACKNOWLEDGED, or the delay in seconds until the next delivery. */
type DeliveryResult = number;

export const ACKNOWLEDGED = Infinity;

/** After this time, an attempt with default options has finished or counts as lost. */
export const LEASE_MS = 151_000;

export type ContextOverrides = Partial<Context>;

/** Collects messages in place of Cloudflare Queues. Rejects every send while `state.refuse` is true. */
export function fakeQueue() {
  const messages: QueuedCapture[] = [];
  const steps: RunStep[] = [];
  const batchSizes: number[] = [];
  const state = { refuse: false };
  const captures: Context["queues"]["captures"] = {
    async sendBatch(requests) {
      if (state.refuse) throw new Error("Queue is overloaded.");
      const bodies = [...requests].map(({ body }) => structuredClone(body));
      batchSizes.push(bodies.length);
      messages.push(...bodies);
      return { metadata: { metrics: { backlogCount: messages.length, backlogBytes: 0 } } };
    },
  };
  const runSteps: Context["queues"]["runSteps"] = {
    async sendBatch(requests) {
      steps.push(...[...requests].map(({ body }) => structuredClone(body)));
      return { metadata: { metrics: { backlogCount: steps.length, backlogBytes: 0 } } };
    },
  };
  const queues = { captures, runSteps, deliveries: env.DELIVERIES };
  return { messages, steps, batchSizes, state, queues };
}

/** Creates an account with one batch. Its messages are not delivered. */
export async function acceptBatch(count: number) {
  const { key, accountId } = await seedAccount();
  const { messages, queues } = fakeQueue();
  const api = createApi({ queues });
  const urls = Array.from({ length: count }, (_, i) => `https://example.com/${i}`);
  const response = await api.post("/v1/capture/batch", { urls }, { key });
  expect(response.status).toBe(201);
  return { key, accountId, messages, api };
}

/** Returns a clock that is `ms` ahead. */
export function after(ms: number): Pick<Context, "clock"> {
  return { clock: () => new Date(Date.now() + ms) };
}

/** Delivers one message to the consumer in this isolate. `delivery` counts its deliveries, starting at 1. */
export async function deliver(
  body: unknown,
  overrides: ContextOverrides,
  { delivery = 1, lines = [] as Fields[], queue = CAPTURES } = {},
): Promise<DeliveryResult> {
  const id = crypto.randomUUID();
  const [batch, lifetime] = [
    createMessageBatch(queue, [{ id, timestamp: new Date(), attempts: delivery, body }]),
    createExecutionContext(),
  ];
  // The result of getQueueResult lacks the delay.
  const retry = vi.spyOn(batch.messages[0]!, "retry");
  await consumeQueue(
    batch,
    (log) => ({ ...wire(env, lifetime, log), ...overrides }),
    (line) => lines.push(line),
  );
  const { explicitAcks } = await getQueueResult(batch, lifetime);
  if (explicitAcks.includes(id)) return ACKNOWLEDGED;
  expect(retry).toHaveBeenCalledOnce();
  return retry.mock.calls[0]?.[0]?.delaySeconds ?? 0;
}

/** Delivers a message to the dead-letter consumer. */
export function deliverDead(
  body: unknown,
  overrides: ContextOverrides = {},
): Promise<DeliveryResult> {
  return deliver(body, overrides, { queue: DEAD_CAPTURES });
}

/** Runs the jobs of every minute. Returns the fields that they log. */
export async function sweep(overrides: ContextOverrides = {}): Promise<Fields> {
  const lifetime = createExecutionContext();
  const logged: Fields = {};
  const ctx = wire(env, lifetime, (fields) => Object.assign(logged, fields));
  await runScheduled("* * * * *", { ...ctx, ...overrides });
  return logged;
}

/** Deletes the images that expire within 3 days. Starts no run: a real consumer could run the captures of this test. */
export function sweepLater(): Promise<Fields> {
  return sweep({ ...after(3 * 24 * 60 * 60_000), queues: fakeQueue().queues });
}
