// Runs of monitors: due runs, credits, comparisons, confirmations, events, and failures at every step.
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Context } from "../../../src/domain/context.ts";
import { ServiceError } from "../../../src/contract/errors.ts";
import { removeOldRuns } from "../../../src/domain/monitors/sweep-runs.ts";
import { createDatabase } from "../../../src/storage/database.ts";
import { wire } from "../../../src/wiring.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { failingRender } from "../../support/fake-render.ts";
import { expectConsistentLedger } from "../../support/ledger.ts";
import { createMonitor, drain, getMonitor, listRuns, makeDue } from "../../support/monitors.ts";
import { ACKNOWLEDGED, after, deliver, fakeQueue, sweep, sweepLater } from "../../support/queue.ts";
import {
  findRecord,
  recordsOf,
  storageUsedBytes,
  storedObjects,
  usedCredits,
} from "../../support/records.ts";
import { pageWith, watch } from "../../support/watched-monitor.ts";

const DAY_MS = 24 * 60 * 60_000;

describe("A run compares its capture with the previous run.", () => {
  it("A change of the page is confirmed by a free capture and announced with its region.", async () => {
    const { site, run, runs, events, accountId, api, key, id } = await watch();
    await run();
    await run();
    site.page = pageWith([30, 40]);
    await run();

    const all = await runs();
    expect(all.map(({ status }) => status)).toEqual(["first", "same", "changed"]);
    const [, second, changed] = all;
    const region = { x: 30, y: 40, width: 10, height: 10, pixels: 100 };
    expect(changed?.comparison).toMatchObject({
      ratio: 0.01,
      regions: [region],
      before: second?.screenshotId,
      after: changed?.screenshotId,
    });
    const diff = await api.get(new URL(changed?.comparison?.diffUrl ?? "").pathname);
    expect(diff.headers.get("Content-Type")).toBe("image/png");
    const [event, ...others] = await events();
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      event: "monitor.changed",
      subject: { monitor: { _id: id }, change: { ratio: 0.01, regions: [region] } },
    });
    expect(await usedCredits(accountId)).toBe(3);
    const records = await recordsOf(accountId);
    expect(records.filter(({ cost }) => cost === 0)).toHaveLength(1);
    expect(
      records.every(({ monitor_id, status }) => monitor_id === id && status === "completed"),
    ).toBe(true);
    const monitor = await getMonitor(api, key, id);
    expect(monitor).toMatchObject({
      state: "ok",
      lastRun: { _id: changed?._id },
      lastChange: { _id: changed?._id },
    });
    await expectConsistentLedger(accountId);
  });

  it("A difference that the second capture does not show is not reported as a change.", async () => {
    const { site, run, start, queue, queues, statuses, events, render } = await watch();
    await run();
    site.page = pageWith([10, 10], [60, 60]);
    await start();
    await deliver(queue.messages.shift(), { queues, render });
    await deliver(queue.steps.shift(), { queues, render });
    // A step that arrives before 30 seconds have passed is queued again.
    await deliver(queue.steps.shift(), { queues, render });
    expect(await statuses()).toEqual(["first", "confirming"]);
    expect(site.captures).toBe(2);
    site.page = pageWith();
    await drain(queue, { render });
    expect(await statuses()).toEqual(["first", "same"]);
    // The next run is not compared with the unconfirmed first capture.
    await run();
    expect(await statuses()).toEqual(["first", "same", "same"]);
    expect(site.captures).toBe(4);
    expect(await events()).toEqual([]);
  });

  it("Only pixels that differ in both captures count.", async () => {
    const { site, start, run, runs, queue, queues, render } = await watch();
    await run();
    site.page = pageWith([10, 10], [60, 60]);
    await start();
    await deliver(queue.messages.shift(), { queues, render });
    await deliver(queue.steps.shift(), { queues, render });
    site.page = pageWith([10, 10], [80, 20]);
    await drain(queue, { render });

    expect((await runs()).at(-1)).toMatchObject({
      status: "changed",
      comparison: { regions: [{ x: 10, y: 10, width: 10, height: 10, pixels: 100 }] },
    });
  });

  it("Without confirmation the page is captured once, and a change below minRatio is not reported.", async () => {
    const { site, run, statuses } = await watch({ compare: { confirm: false, minRatio: 0.015 } });
    await run();
    site.page = pageWith([10, 10]);
    await run();
    site.page = pageWith([30, 30], [50, 50]);
    await run();
    expect(await statuses()).toEqual(["first", "same", "changed"]);
    expect(site.captures).toBe(3);
  });

  it("A pinned screenshot is the baseline of every run, and retention keeps its image.", async () => {
    const { site, run, runs, statuses, api, key, id, accountId } = await watch({
      compare: { confirm: false },
    });
    await run();
    const pinned = (await runs())[0]?.screenshotId ?? "";
    expect((await api.put(`/v1/monitors/${id}`, { baseline: pinned }, { key })).status).toBe(200);
    site.page = pageWith([10, 10]);
    await run();
    await run();
    expect(await statuses()).toEqual(["first", "changed", "changed"]);
    expect((await runs()).slice(1).map(({ comparison }) => comparison?.before)).toEqual([
      pinned,
      pinned,
    ]);

    await env.DB.prepare("UPDATE accounts SET retention_days = 1 WHERE id = ?")
      .bind(accountId)
      .run();
    await sweepLater();
    const images = (await recordsOf(accountId)).filter(({ image_key }) => image_key !== null);
    expect(images.map((record) => record["id"])).toEqual([pinned]);
  });

  it("Selectors to ignore reach every capture of the monitor.", async () => {
    const { site, run } = await watch({ compare: { ignoreSelectors: [".clock"] } });
    await run();
    expect(site.invisible).toEqual([[".clock"]]);
  });

  it("A change of the URL starts a new series.", async () => {
    const { site, run, statuses, api, key, id } = await watch({ compare: { confirm: false } });
    await run();
    await api.put(`/v1/monitors/${id}`, { url: "https://example.com/other" }, { key });
    site.page = pageWith([10, 10]);
    await run({ clock: () => new Date(Date.now() + 2_000) });
    expect(await statuses()).toEqual(["first", "first"]);
  });
});

describe("A due run starts once.", () => {
  it("Two concurrent cron jobs and a late one start one run and charge one credit.", async () => {
    const { id, queues, queue, accountId, statuses, api, key } = await watch();
    await makeDue(id, new Date(Date.now() - 5 * 60 * 60_000 - 60_000));
    await Promise.all([sweep({ queues }), sweep({ queues }), sweep({ queues })]);
    await sweep({ queues });

    expect(queue.messages).toHaveLength(1);
    expect(await statuses()).toEqual(["capturing"]);
    expect(await usedCredits(accountId)).toBe(1);
    const { nextRunAt } = await getMonitor(api, key, id);
    const wait = new Date(nextRunAt ?? 0).getTime() - Date.now();
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60 * 60_000);
    await expectConsistentLedger(accountId);
  });

  it("A monitor that is running or paused does not start, and a manual run returns the run in progress.", async () => {
    const { start, queue, api, key, id, runs, accountId } = await watch();
    await start();
    await start();
    expect(queue.messages).toHaveLength(1);
    const manual = await api.send("POST", `/v1/monitors/${id}/run`, { key });
    expect(await manual.json()).toMatchObject({ data: { _id: (await runs())[0]?._id } });
    expect(await usedCredits(accountId)).toBe(1);

    const paused = await watch({ enabled: false });
    await paused.start();
    expect(paused.queue.messages).toEqual([]);
    const answer = await paused.api.send("POST", `/v1/monitors/${paused.id}/run`, {
      key: paused.key,
    });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({ data: { status: "capturing" } });
    expect(paused.queue.messages).toHaveLength(1);
  });

  it("Runs of an account with too many failed captures are skipped.", async () => {
    const owner = await seedAccount({ monthlyScreenshots: 200, used: 0, refunded: 2_000 });
    const { run, statuses } = await watch({}, owner);
    await run();
    expect(await statuses()).toEqual(["skipped"]);
  });

  it("Runs without a credit or storage are skipped with one event, and a later run announces the recovery.", async () => {
    const owner = await seedAccount({ monthlyScreenshots: 1 });
    const { run, runs, statuses, events, accountId, api, key, id } = await watch({}, owner);
    await run();
    await run();
    await run();
    expect(await statuses()).toEqual(["first", "skipped", "skipped"]);
    expect((await runs())[1]).toMatchObject({ reason: "usage_limit_exceeded", screenshotId: null });
    expect((await events()).map(({ event }) => event)).toEqual(["monitor.failed"]);
    expect(await getMonitor(api, key, id)).toMatchObject({ state: "failing" });
    expect((await api.send("POST", `/v1/monitors/${id}/run`, { key })).status).toBe(402);

    await env.DB.prepare(
      "UPDATE accounts SET monthly_screenshots = 10, storage_bytes = 0 WHERE id = ?",
    )
      .bind(accountId)
      .run();
    await run();
    expect((await runs())[3]).toMatchObject({ status: "skipped", reason: "storage_full" });
    await env.DB.prepare("UPDATE accounts SET storage_bytes = NULL WHERE id = ?")
      .bind(accountId)
      .run();
    await run();
    expect((await statuses()).at(-1)).toBe("same");
    expect((await events()).map(({ event }) => event)).toEqual([
      "monitor.failed",
      "monitor.recovered",
    ]);
    expect(await usedCredits(accountId)).toBe(2);
    await expectConsistentLedger(accountId);
  });

  it("Skipped runs are deleted after 2 days, except the latest run.", async () => {
    const owner = await seedAccount({ monthlyScreenshots: 1 });
    const { run, runs, statuses } = await watch({}, owner);
    for (let count = 0; count < 4; count += 1) await run();
    const latest = (await runs()).at(-1);
    const context = wire(env, createExecutionContext(), () => undefined);
    const removeLater = (ms: number) => removeOldRuns({ ...context, ...after(ms) });
    await removeLater(2 * DAY_MS - 60_000);
    expect(await statuses()).toEqual(["first", "skipped", "skipped", "skipped"]);

    await removeLater(2 * DAY_MS + 60_000);

    expect(await statuses()).toEqual(["first", "skipped"]);
    expect((await runs()).at(-1)).toEqual(latest);
  });

  it("The monitors of one account share its last credits in order of their due times.", async () => {
    const { key, accountId } = await seedAccount({ monthlyScreenshots: 2 });
    const { queues, messages } = fakeQueue();
    const api = createApi({ queues });
    const ids = [];
    for (const minutesAgo of [1, 3, 2]) {
      const { _id } = await createMonitor(api, key, { url: `https://example.com/${minutesAgo}` });
      await makeDue(_id, new Date(Date.now() - minutesAgo * 60_000));
      ids.push(_id);
    }
    await sweep({ queues });
    const targets = await Promise.all(messages.map(({ screenshotId }) => findRecord(screenshotId)));
    expect(targets.map((record) => record?.["url"])).toEqual([
      "https://example.com/3",
      "https://example.com/2",
    ]);
    expect((await listRuns(api, key, ids[0] ?? ""))[0]).toMatchObject({ status: "skipped" });
    expect(await usedCredits(accountId)).toBe(2);
    await expectConsistentLedger(accountId);
  });

  it("A failed capture fails the run, is refunded, and is announced once in a series.", async () => {
    const { run, runs, events, accountId } = await watch();
    const failing = { render: failingRender(new ServiceError("host_error")) };
    await run();
    await run(failing);
    await run(failing);
    await run();
    expect((await runs()).map(({ status, reason }) => [status, reason])).toEqual([
      ["first", null],
      ["failed", "host_error"],
      ["failed", "host_error"],
      ["same", null],
    ]);
    expect((await events()).map(({ event }) => event)).toEqual([
      "monitor.failed",
      "monitor.recovered",
    ]);
    expect(await usedCredits(accountId)).toBe(2);
    await expectConsistentLedger(accountId);
  });
});

describe("A killed consumer loses no run.", () => {
  it("The sweep continues a run whose messages were lost after the capture, the comparison and the confirmation.", async () => {
    const { site, run, start, queue, queues, render, statuses, events, accountId } = await watch();
    await run();
    site.page = pageWith([30, 40]);
    await start();
    let later = 0;
    for (let step = 0; step < 8 && (await statuses()).at(-1) !== "changed"; step++) {
      later += 6 * 60_000;
      const lost = queue.steps.length;
      for (const message of queue.messages.splice(0)) {
        await deliver(message, { queues, render, ...after(later) });
        await deliver(message, { queues, render, ...after(later) });
      }
      queue.steps.splice(0, Math.max(lost, queue.steps.length));
      await sweep({ queues, ...after(later + 6 * 60_000) });
      for (const message of queue.steps.splice(0)) {
        // Deliver the message twice at the same time, and once again afterwards.
        await Promise.all([
          deliver(message, { queues, ...after(later + 6 * 60_000) }),
          deliver(message, { queues, ...after(later + 6 * 60_000) }),
        ]);
        expect(await deliver(message, { queues, ...after(later + 6 * 60_000) })).toBe(ACKNOWLEDGED);
      }
    }
    expect(await statuses()).toEqual(["first", "changed"]);
    expect((await events()).map(({ event }) => event)).toEqual(["monitor.changed"]);
    expect(await usedCredits(accountId)).toBe(2);
    expect(await recordsOf(accountId)).toHaveLength(3);
    await expectConsistentLedger(accountId);
  });

  it("A consumer that is killed between the stored diff image and the event loses no event and repeats none.", async () => {
    const { site, run, start, queue, queues, render, runs, events, accountId } = await watch({
      compare: { confirm: false },
    });
    await run();
    site.page = pageWith([30, 40]);
    await start();
    await deliver(queue.messages.shift(), { queues, render });
    const step = queue.steps.shift();
    const diffs = async () =>
      (
        await env.DB.prepare("SELECT diff_key FROM comparisons WHERE account_id = ?")
          .bind(accountId)
          .all<{ diff_key: string }>()
      ).results;

    // The database does not respond after the comparison was stored.
    const batch: D1Database["batch"] = async (statements) => {
      if ((await diffs()).length > 0) throw new Error("The consumer was killed.");
      return env.DB.batch(statements);
    };
    const binding = { prepare: env.DB.prepare.bind(env.DB), batch };
    const db = createDatabase(binding as unknown as D1Database); // drizzle calls only these methods
    expect(await deliver(step, { queues, db })).not.toBe(ACKNOWLEDGED);
    expect(await diffs()).toHaveLength(1);
    expect(await env.IMAGES.head((await diffs())[0]?.diff_key ?? "")).not.toBeNull();
    expect((await runs()).at(-1)).toMatchObject({ status: "capturing" });
    expect(await events()).toEqual([]);

    const again = () => deliver(step, { queues }, { delivery: 2 });
    await Promise.all([again(), again()]);
    expect(await again()).toBe(ACKNOWLEDGED);
    expect((await runs()).at(-1)).toMatchObject({ status: "changed" });
    expect((await events()).map(({ event }) => event)).toEqual(["monitor.changed"]);
    expect(await diffs()).toHaveLength(1);
    const key = (await diffs())[0]?.diff_key ?? "";
    const stored = (await storedObjects()).filter((object) => object.key === key);
    expect(stored).toHaveLength(1);
    await expectConsistentLedger(accountId);
  });

  it("A baseline that is deleted during the run is replaced by the run before; a deleted pinned one fails the run.", async () => {
    const { site, run, start, queue, queues, render, runs, api, key, id, accountId } = await watch({
      compare: { confirm: false },
    });
    await run();
    await run();
    const [first, second] = await runs();
    site.page = pageWith([10, 10]);
    await start();
    await deliver(queue.messages.shift(), { queues, render });
    await api.send("DELETE", `/v1/screenshots/${second?.screenshotId}`, { key });
    await drain(queue, { render });
    expect((await runs()).at(-1)).toMatchObject({
      status: "changed",
      comparison: { before: first?.screenshotId },
    });

    await api.put(`/v1/monitors/${id}`, { baseline: first?.screenshotId }, { key });
    await start();
    await api.send("DELETE", `/v1/screenshots/${first?.screenshotId}`, { key });
    await drain(queue, { render });
    expect((await runs()).at(-1)).toMatchObject({ status: "failed", reason: "image_gone" });
    await expectConsistentLedger(accountId);
  });

  it("A comparison that is interrupted three times fails the run.", async () => {
    const { run, start, queue, queues, render, runs } = await watch();
    await run();
    await start();
    await deliver(queue.messages.shift(), { queues, render });
    const step = queue.steps.shift();
    const images = { ...env.IMAGES, get: () => Promise.reject(new Error("R2 does not respond.")) };
    const failing = { queues, images } as unknown as Partial<Context>; // only get() is called
    for (const delivery of [1, 2, 3])
      expect(await deliver(step, failing, { delivery })).not.toBe(ACKNOWLEDGED);
    expect(await deliver(step, failing, { delivery: 4 })).toBe(ACKNOWLEDGED);
    expect((await runs()).at(-1)).toMatchObject({ status: "failed", reason: "comparison_failed" });
  });

  it("A corrupt capture fails its run, and corrupt baselines are replaced by the screenshot of an earlier run.", async () => {
    const { site, run, start, queue, queues, render, runs } = await watch({
      compare: { confirm: false },
    });
    for (let i = 0; i < 5; i++) await run();
    const [first, ...others] = await runs();
    const corrupt = async (screenshotId: string | null | undefined) =>
      env.IMAGES.put(String((await findRecord(screenshotId ?? null))?.["image_key"]), "no image");
    await start();
    await deliver(queue.messages.shift(), { queues, render });
    await corrupt((await runs()).at(-1)?.screenshotId);
    await drain(queue, { render });
    expect((await runs()).at(-1)).toMatchObject({
      status: "failed",
      reason: "invalid_options",
      message: expect.stringContaining("corrupt") as unknown,
    });

    for (const { screenshotId } of others) await corrupt(screenshotId);
    site.page = pageWith([10, 10]);
    await run();
    expect((await runs()).at(-1)).toMatchObject({
      status: "changed",
      comparison: { before: first?.screenshotId },
    });

    // After ten unusable screenshots, the run is the first of a new series.
    for (let i = 0; i < 6; i++) await run();
    for (const { screenshotId } of (await runs()).slice(1)) await corrupt(screenshotId);
    await run();
    await run();
    expect((await runs()).slice(-2).map(({ status }) => status)).toEqual(["first", "same"]);
  });

  it("A monitor that is deleted during a run leaves consistent screenshots and credits.", async () => {
    const { run, start, queue, render, api, key, id, accountId } = await watch();
    await run();
    await start();
    expect((await api.send("DELETE", `/v1/monitors/${id}`, { key })).status).toBe(200);
    await drain(queue, { render });
    const records = await recordsOf(accountId);
    expect(records.map(({ status }) => status)).toEqual(["completed", "completed"]);
    expect(await usedCredits(accountId)).toBe(2);
    expect(await storageUsedBytes(accountId)).toBeGreaterThan(0);
    await expectConsistentLedger(accountId);
  });
});
