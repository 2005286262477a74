// Monitors of pages that a test draws. Only the captures are fake.
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import type { Context } from "../../src/domain/context.ts";
import { encodePng, type DecodedImage } from "../unit/capture/encode/png-image.ts";
import { seedAccount } from "./accounts.ts";
import { createApi } from "./api.ts";
import { createMonitor, drain, listRuns, makeDue } from "./monitors.ts";
import { fakeQueue, sweep } from "./queue.ts";

const SIDE = 100;

/** Draws black squares of 10 × 10 px at these positions. */
export function pageWith(...squares: [x: number, y: number][]): DecodedImage {
  const pixels = new Uint8Array(SIDE * SIDE * 3).fill(200);
  for (const [x, y] of squares)
    for (let row = y; row < y + 10; row++)
      pixels.fill(0, (row * SIDE + x) * 3, (row * SIDE + x + 10) * 3);
  return { widthPx: SIDE, heightPx: SIDE, channels: 3, pixels };
}

/** Renders `site.page`, and counts the captures. */
function changingSite() {
  const site = { page: pageWith(), captures: 0, invisible: [] as (string[] | undefined)[] };
  const render: Context["render"] = async (request) => {
    site.captures++;
    site.invisible.push(request.invisibleSelectors);
    return {
      body: encodePng(site.page),
      format: "png",
      widthPx: SIDE,
      heightPx: SIDE,
      truncated: false,
    };
  };
  return { site, render };
}

type Owner = { key: string; accountId: string };

/**
 * Creates a webhook and a monitor in the account of `owner`, by default in a new account. `run` makes the monitor due and
 * completes the run.
 */
export async function watch(settings: Record<string, unknown> = {}, owner?: Owner) {
  const { key, accountId } = owner ?? (await seedAccount());
  const queue = fakeQueue();
  const { queues } = queue;
  const { site, render } = changingSite();
  const api = createApi({ queues });
  const hook = {
    url: "https://receiver.invalid/",
    events: ["monitor.changed", "monitor.failed", "monitor.recovered"],
  };
  expect((await api.post("/v1/webhooks", hook, { key })).status).toBe(201);
  const { _id: id } = await createMonitor(api, key, settings);
  const start = async (overrides: Partial<Context> = {}) => {
    await makeDue(id);
    const { failures } = await sweep({ queues, ...overrides });
    expect(failures).toBeUndefined();
  };
  const run = async (overrides: Partial<Context> = {}) => {
    await start(overrides);
    await drain(queue, { render, ...overrides });
  };
  const runs = () => listRuns(api, key, id);
  const statuses = async () => (await runs()).map(({ status }) => status);
  const events = () => eventsOf(accountId);
  return {
    key,
    accountId,
    queue,
    queues,
    site,
    render,
    api,
    id,
    start,
    run,
    runs,
    statuses,
    events,
  };
}

async function eventsOf(
  accountId: string,
): Promise<{ event: string; subject: Record<string, unknown> }[]> {
  const { results } = await env.DB.prepare(
    `SELECT event, subject FROM deliveries JOIN webhooks ON webhooks.id = webhook_id
     WHERE account_id = ? ORDER BY deliveries.created_at, event`,
  )
    .bind(accountId)
    .all<{ event: string; subject: string }>();
  return results.map(({ event, subject }) => ({
    event,
    subject: JSON.parse(subject) as Record<string, unknown>,
  }));
}
