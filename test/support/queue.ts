// The capture queue in the hands of a test: it keeps what is sent, and delivers it when and as often as the test says.
import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, vi } from "vitest";
import type { QueuedCapture } from "../../src/contract/queued-capture.ts";
import type { Context } from "../../src/domain/context.ts";
import { consumeQueue } from "../../src/jobs/queues.ts";
import { runScheduled } from "../../src/jobs/scheduled.ts";
import type { Fields } from "../../src/lib/log.ts";
import { wire } from "../../src/wiring.ts";
import { seedAccount } from "./accounts.ts";
import { createApi } from "./api.ts";

const CAPTURES = "edgeshot-captures";
const DEAD_CAPTURES = "edgeshot-captures-dead";

/** What the consumer said to a message: ACKNOWLEDGED, else seconds until it is to come again. */
type Verdict = number;

export const ACKNOWLEDGED = Infinity;

/** After this long an attempt at a capture with the usual options is over, or lost. */
export const LEASE_MS = 151_000;

export type Planted = Partial<Context>;

/** Keeps messages instead of Queues. `refuse`: whether the next portion is refused. */
export function heldQueue() {
  const held: QueuedCapture[] = [];
  const portions: number[] = [];
  const state = { refuse: false };
  const captures: Context["queues"]["captures"] = {
    async sendBatch(messages) {
      if (state.refuse) throw new Error("Queue is overloaded.");
      const jobs = [...messages].map(({ body }) => structuredClone(body));
      portions.push(jobs.length);
      held.push(...jobs);
      return { metadata: { metrics: { backlogCount: held.length, backlogBytes: 0 } } };
    },
  };
  return { held, portions, state, queues: { captures, deliveries: env.DELIVERIES } };
}

/** A new account's batch that has been accepted, and whose messages nobody has delivered. */
export async function acceptBatch(count: number) {
  const { key, accountId } = await seedAccount();
  const { held, queues } = heldQueue();
  const api = createApi({ queues });
  const urls = Array.from({ length: count }, (_, i) => `https://example.com/${i}`);
  const answer = await api.post("/v1/capture/batch", { urls }, { key });
  expect(answer.status).toBe(201);
  return { key, accountId, jobs: held, api };
}

/** A clock that is so far ahead. */
export function after(ms: number): Pick<Context, "clock"> {
  return { clock: () => new Date(Date.now() + ms) };
}

/** Delivers one message to the consumer in this isolate. `delivery`: how often it has come, this time included. */
export async function deliver(
  body: unknown,
  planted: Planted,
  { delivery = 1, lines = [] as Fields[], queue = CAPTURES } = {},
): Promise<Verdict> {
  const id = crypto.randomUUID();
  const [batch, lifetime] = [
    createMessageBatch(queue, [{ id, timestamp: new Date(), attempts: delivery, body }]),
    createExecutionContext(),
  ];
  // What getQueueResult tells leaves the delay out.
  const retry = vi.spyOn(batch.messages[0]!, "retry");
  await consumeQueue(
    batch,
    (log) => ({ ...wire(env, lifetime, log), ...planted }),
    (line) => lines.push(line),
  );
  const { explicitAcks } = await getQueueResult(batch, lifetime);
  if (explicitAcks.includes(id)) return ACKNOWLEDGED;
  expect(retry).toHaveBeenCalledOnce();
  return retry.mock.calls[0]?.[0]?.delaySeconds ?? 0;
}

/** Delivers a message to the dead-letter consumer. */
export function deliverDead(body: unknown, planted: Planted = {}): Promise<Verdict> {
  return deliver(body, planted, { queue: DEAD_CAPTURES });
}

/** Runs what is due every minute, at the time of the planted clock. */
export async function sweep(planted: Planted = {}): Promise<Fields> {
  const lifetime = createExecutionContext();
  const facts: Fields = {};
  const ctx = wire(env, lifetime, (found) => Object.assign(facts, found));
  await runScheduled("* * * * *", { ...ctx, ...planted });
  return facts;
}
