// Creates monitors, makes their next run due, and delivers their queue messages.
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import type {
  MonitorAnswer,
  MonitorData,
  RunData,
  RunsAnswer,
} from "../../src/contract/monitors.ts";
import type { Fields } from "../../src/lib/log.ts";
import type { createApi } from "./api.ts";
import type { ContextOverrides, fakeQueue } from "./queue.ts";
import { deliver } from "./queue.ts";

type Api = ReturnType<typeof createApi>;

const HOURLY = { every: "1h" };

export async function createMonitor(
  api: Api,
  key: string,
  settings: Record<string, unknown> = {},
): Promise<MonitorData> {
  const body = { name: "Prices", url: "https://example.com/", schedule: HOURLY, ...settings };
  const answer = await api.post("/v1/monitors", body, { key });
  expect(answer.status).toBe(201);
  return (await answer.json<MonitorAnswer>()).data;
}

export async function getMonitor(api: Api, key: string, id: string): Promise<MonitorData> {
  return (await (await api.get(`/v1/monitors/${id}`, { key })).json<MonitorAnswer>()).data;
}

/** Returns the newest 100 runs, oldest first. */
export async function listRuns(api: Api, key: string, id: string): Promise<RunData[]> {
  const answer = await api.get(`/v1/monitors/${id}/runs?limit=100`, { key });
  expect(answer.status).toBe(200);
  return (await answer.json<RunsAnswer>()).data.toReversed();
}

/** Makes the next run of a monitor due. */
export async function makeDue(id: string, at = new Date(Date.now() - 1000)): Promise<void> {
  await env.DB.prepare("UPDATE monitors SET next_run_at = ? WHERE id = ?")
    .bind(at.getTime(), id)
    .run();
}

/** Delivers all messages of the queue, and those that they cause, until none is left. */
export async function drain(
  queue: ReturnType<typeof fakeQueue>,
  overrides: ContextOverrides,
): Promise<void> {
  let passedMs = 0;
  const clock = () => new Date(Date.now() + passedMs);
  for (;;) {
    const capture = queue.messages.shift();
    // Advance the clock past the delay before the confirming capture.
    if (capture === undefined) passedMs += 31_000;
    const message = capture ?? queue.steps.shift();
    if (message === undefined) return;
    const lines: Fields[] = [];
    await deliver(message, { queues: queue.queues, clock, ...overrides }, { lines });
    expect(lines.map((line) => line["consumerError"])).toEqual([undefined]);
  }
}
