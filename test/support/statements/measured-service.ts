// A service with one operator, whose statements are measured: for each part of the service, the most rows that one read.
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import type { Context } from "../../../src/domain/context.ts";
import { encodePng } from "../../unit/capture/encode/png-image.ts";
import { seedKey } from "../accounts.ts";
import { createApi } from "../api.ts";
import { meteredDatabase, type Read } from "../metered-database.ts";
import { fakeQueue } from "../queue.ts";
import { createOperator } from "../visitor.ts";
import { pageWith } from "../watched-monitor.ts";

export const METRICS_TOKEN = "a token of the operator";

/** What one part of the service has read. `most`: the statement that read the most rows. */
export type Measurement = { name: string; statements: number; most: Read };

export type MeasuredService = Awaited<ReturnType<typeof createMeasuredService>>;

export async function createMeasuredService() {
  const reads: Read[] = [];
  const measurements: Measurement[] = [];
  const queue = fakeQueue();
  const site = { page: pageWith() };
  const render: Context["render"] = async () => ({
    body: encodePng(site.page),
    format: "png",
    widthPx: site.page.widthPx,
    heightPx: site.page.heightPx,
    truncated: false,
    thumbnail: Promise.resolve(encodePng(site.page)),
  });
  const overrides = {
    render,
    queues: queue.queues,
    db: meteredDatabase(reads),
  };
  const vars = { METRICS_TOKEN, SIGNUPS: "open" };
  const api = createApi({ ...overrides, vars });
  const member = await createOperator({ ...overrides, vars });
  const { accountId } = member;
  const { key } = await seedKey(accountId);
  await env.DB.prepare(
    `UPDATE accounts SET plan = 'business', requests_per_minute = 1000000, monthly_screenshots = 100000000,
       storage_bytes = 1000000000000000 WHERE id = ?`,
  )
    .bind(accountId)
    .run();

  /** Runs a part of the service, and notes what its statements have read. */
  async function measure<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
    reads.length = 0;
    const result = await run();
    await api.settled();
    await member.api.settled();
    const most = reads.reduce((a, b) => (b.rows > a.rows ? b : a), { rows: 0, statement: "" });
    measurements.push({ name, statements: reads.length, most });
    return result;
  }

  /** Sends a request with the key. Without `json`, the method is GET or the given one. */
  async function call(method: string, path: string, json?: unknown, headers = {}) {
    const answer = await measure(`${method} ${path}`, () =>
      api.send(method, path, {
        key,
        headers: {
          ...(json === undefined ? {} : { "Content-Type": "application/json" }),
          ...headers,
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      }),
    );
    expect([method, path, answer.status < 400 || (await answer.text())]).toEqual([
      method,
      path,
      true,
    ]);
    return answer;
  }

  /** Opens a page of the dashboard. */
  async function open(path: string): Promise<string> {
    const answer = await measure(`page ${path}`, () => member.get(path));
    const text = await answer.text();
    expect([path, answer.status < 400 || text]).toEqual([path, true]);
    return text;
  }

  /** Sends a form of the dashboard. Returns the text of the next page. */
  async function submit(path: string, fields: Record<string, string | string[]> = {}) {
    const answer = await measure(`form ${path}`, () => member.post(path, fields));
    expect([path, answer.status < 400 || (await answer.text())]).toEqual([path, true]);
    const next = answer.headers.get("Location");
    return next === null ? "" : member.read(next);
  }

  return {
    accountId,
    key,
    api,
    member,
    overrides,
    vars,
    queue,
    /** What the captures show. */
    site,
    measurements,
    measure,
    call,
    open,
    submit,
  };
}
