// Monitors after a change of their settings, during a canceled subscription, and with retention.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { MonitorAnswer } from "../../../src/contract/monitors.ts";
import { expectConsistentLedger } from "../../support/ledger.ts";
import { drain, getMonitor, makeDue } from "../../support/monitors.ts";
import { after, deliver, sweepLater } from "../../support/queue.ts";
import { recordsOf, usedCredits } from "../../support/records.ts";
import { pageWith, watch } from "../../support/watched-monitor.ts";

const DAY_MS = 24 * 60 * 60_000;

async function setAccount(accountId: string, column: string, value: string | number) {
  await env.DB.prepare(`UPDATE accounts SET ${column} = ? WHERE id = ?`)
    .bind(value, accountId)
    .run();
}

describe("Monitors of a canceled subscription pause.", () => {
  it("The monitors of a canceled subscription have no runs and no events, and resume when it is active again.", async () => {
    const { run, runs, events, accountId, api, key, id, queue } = await watch();
    await run();
    await setAccount(accountId, "subscription_status", "canceled");
    await run();
    await run();
    expect(queue.messages).toEqual([]);
    expect(await runs()).toHaveLength(1);
    expect(await getMonitor(api, key, id)).toMatchObject({
      enabled: true,
      state: "paused",
      nextRunAt: null,
    });
    expect((await api.send("POST", `/v1/monitors/${id}/run`, { key })).status).toBe(402);

    await setAccount(accountId, "subscription_status", "active");
    const { state, nextRunAt } = await getMonitor(api, key, id);
    expect(state).toBe("ok");
    expect(new Date(nextRunAt ?? 0).getTime()).toBeGreaterThan(Date.now());
    await run();
    expect(await runs()).toHaveLength(2);
    expect(await events()).toEqual([]);
    expect(await usedCredits(accountId)).toBe(2);
    await expectConsistentLedger(accountId);
  });
});

describe("Settings that do not change have no effect.", () => {
  it("Equal options and an equal schedule start no new series and no run.", async () => {
    const options = { viewport_width: 300, headers: { "X-Secret": "hidden" } };
    const { site, run, runs, api, key, id } = await watch({ options, compare: { confirm: false } });
    await run();
    const { nextRunAt } = await getMonitor(api, key, id);
    const same = { options, schedule: { every: "1h" }, url: "https://example.com/" };
    expect((await api.put(`/v1/monitors/${id}`, same, { key })).status).toBe(200);
    expect((await getMonitor(api, key, id)).nextRunAt).toBe(nextRunAt);
    site.page = pageWith([10, 10]);
    await run();
    expect((await runs()).at(-1)).toMatchObject({ status: "changed" });

    const other = { options: { ...options, headers: { "X-Secret": "other" } } };
    await api.put(`/v1/monitors/${id}`, other, { key });
    site.page = pageWith();
    await run(after(2_000));
    expect((await runs()).at(-1)).toMatchObject({ status: "first", comparison: null });
  });
});

describe("Updates", () => {
  it("An update changes only the given fields of compare, and replaces options as a whole.", async () => {
    const ignore = [{ x: 1, y: 2, width: 3, height: 4 }];
    const compare = { ignore, minRatio: 0.5, confirm: false, ignoreSelectors: [".clock"] };
    const { api, key, id, run, site } = await watch({
      compare,
      options: { viewport_width: 300, delay: 1 },
    });
    const put = async (body: Record<string, unknown>) => {
      expect((await api.put(`/v1/monitors/${id}`, body, { key })).status).toBe(200);
      return getMonitor(api, key, id);
    };
    const changed = await put({ compare: { threshold: 0.3 }, options: { viewport_width: 400 } });
    expect(changed.compare).toEqual({ ...compare, threshold: 0.3 });
    expect(changed.options).toMatchObject({ viewport_width: 400, delay: 0 });
    expect((await put({ compare: {} })).compare).toEqual(changed.compare);
    expect((await put({ compare: { ignore: [] } })).compare).toEqual({
      ...changed.compare,
      ignore: [],
    });
    await run();
    expect(site.invisible).toEqual([[".clock"]]);
  });
});

describe("Concurrent updates", () => {
  it("Concurrent updates of options and of ignored selectors are all applied.", async () => {
    const { key, api, id, run, site } = await watch();
    const put = async (body: Record<string, unknown>) => {
      const answer = await api.put(`/v1/monitors/${id}`, body, { key });
      expect(answer.status).toBe(200);
      return (await answer.json<MonitorAnswer>()).data;
    };
    await Promise.all([
      put({ options: { viewport_width: 333 } }),
      put({ compare: { ignoreSelectors: [".clock"] } }),
      put({ name: "Renamed" }),
    ]);

    const monitor = await getMonitor(api, key, id);
    expect(monitor).toMatchObject({
      name: "Renamed",
      options: { viewport_width: 333 },
      compare: { ignoreSelectors: [".clock"] },
    });
    await run();
    expect(site.invisible).toEqual([[".clock"]]);
    // Each response contains the time of the update that it confirms.
    const times = [await put({ notify: false }), await put({ notify: true })].map(
      ({ updatedAt }) => updatedAt,
    );
    expect(new Set(times).size).toBe(2);
  });
});

describe("Retention", () => {
  it("Retention keeps the newest compared screenshot, so that a rare run still finds a change.", async () => {
    const { site, run, runs, accountId, id } = await watch({ compare: { confirm: false } });
    const expire = async () => {
      await makeDue(id, new Date(Date.now() + 30 * DAY_MS));
      await sweepLater();
    };
    await run();
    await run();
    await setAccount(accountId, "retention_days", 1);
    await expire();
    const images = (await recordsOf(accountId)).filter(({ image_key }) => image_key !== null);
    expect(images.map((record) => record["id"])).toEqual([(await runs())[1]?.screenshotId]);

    site.page = pageWith([10, 10]);
    await run();
    expect((await runs()).at(-1)).toMatchObject({ status: "changed" });
    await sweepLater();
    expect((await recordsOf(accountId)).filter(({ image_key }) => image_key !== null)).toHaveLength(
      1,
    );
    await expectConsistentLedger(accountId);
  });

  it("Retention keeps the screenshot with which the next run is compared after a change that was not confirmed.", async () => {
    const { site, run, start, queue, queues, render, runs, statuses, events, accountId, id } =
      await watch();
    await run();
    for (let count = 0; count < 2; count++) {
      site.page = pageWith([10, 10], [60, 60]);
      await start();
      await deliver(queue.messages.shift(), { queues, render });
      await deliver(queue.steps.shift(), { queues, render });
      site.page = pageWith();
      await drain(queue, { render });
    }
    expect(await statuses()).toEqual(["first", "same", "same"]);
    await setAccount(accountId, "retention_days", 1);
    await makeDue(id, new Date(Date.now() + 30 * DAY_MS));
    await sweepLater();

    const images = (await recordsOf(accountId)).filter(({ image_key }) => image_key !== null);
    expect(images.map((record) => record["id"])).toEqual([(await runs())[0]?.screenshotId]);
    await run();
    expect(await statuses()).toEqual(["first", "same", "same", "same"]);
    expect(await events()).toEqual([]);
    expect((await runs()).at(-1)?.comparison?.before).toBe((await runs())[0]?.screenshotId);
    await expectConsistentLedger(accountId);
  });
});
