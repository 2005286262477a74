// Requests to monitors that must be refused: every field, other accounts, limits, and concurrent requests.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { expectError } from "../../support/expectations.ts";
import { guards } from "../../support/guards.ts";
import { expectConsistentLedger } from "../../support/ledger.ts";
import { createMonitor, drain, getMonitor, listRuns, makeDue } from "../../support/monitors.ts";
import { deliver, fakeQueue, sweep } from "../../support/queue.ts";
import { recordsOf, usedCredits } from "../../support/records.ts";
import { seedScreenshot, seedUnfinished } from "../../support/screenshots.ts";
import { pageWith, watch } from "../../support/watched-monitor.ts";

const UNKNOWN = "0".repeat(24);
const valid = { name: "Prices", url: "https://example.com/", schedule: { every: "1h" } };

guards({
  method: "GET",
  path: "/v1/monitors",
  refused: ["PUT", "DELETE"],
  allow: "GET, HEAD, POST",
});

describe("Invalid settings", () => {
  /** Setting, value, and the path of the error in `details`. */
  const invalid: [name: string, value: unknown, path?: string][] = [
    ["name", ""],
    ["name", "x".repeat(10_000)],
    ["name", 7],
    ["url", "example.com"],
    ["url", "ftp://example.com/"],
    ["url", "javascript:alert(1)"],
    ["options", { format: "jpeg" }, "options.format"],
    ["options", { format: "pdf" }, "options.format"],
    ["options", { viewport_width: -1 }, "options.viewport_width"],
    ["options", { unknown: true }, "options.unknown"],
    ["options", "png"],
    ["schedule", { every: "1m" }],
    ["schedule", { every: "0h" }],
    ["schedule", { every: "1h", cron: "0 9 * * *" }],
    ["schedule", { cron: "* * * * *" }],
    ["schedule", { cron: "@hourly" }],
    ["schedule", { cron: "0 9 * *" }],
    ["schedule", { cron: "0 9 * * *", timeZone: "Mars/Base" }],
    ["schedule", "1h"],
    ["schedule", null],
    ["compare", { threshold: 2 }, "compare.threshold"],
    ["compare", { threshold: "0.1" }, "compare.threshold"],
    ["compare", { minRatio: -1 }, "compare.minRatio"],
    ["compare", { confirm: "yes" }, "compare.confirm"],
    ["compare", { ignore: [{ x: -1, y: 0, width: 1, height: 1 }] }, "compare.ignore.0.x"],
    ["compare", { ignore: [{ x: 0, y: 0, width: 0.5, height: 1 }] }, "compare.ignore.0.width"],
    [
      "compare",
      { ignore: Array.from({ length: 101 }, () => ({ x: 0, y: 0, width: 1, height: 1 })) },
      "compare.ignore",
    ],
    ["compare", { ignoreSelectors: ["a[["] }, "compare.ignoreSelectors.0"],
    ["compare", { ignoreSelectors: Array(10_000).fill("a") }, "compare.ignoreSelectors"],
    ["compare", { other: 1 }, "compare.other"],
    ["notify", "true"],
    ["baseline", "latest"],
    ["baseline", UNKNOWN.toUpperCase() + "A"],
    ["enabled", 1],
    ["other", 1],
  ];

  it("Each invalid setting is refused with its path, on creation and on update.", async () => {
    const { key } = await seedAccount();
    const api = createApi();
    const { _id: id } = await createMonitor(api, key);
    for (const [name, value, path = name] of invalid) {
      const body = { ...valid, [name]: value };
      for (const answer of [
        await api.post("/v1/monitors", body, { key }),
        await api.put(`/v1/monitors/${id}`, { [name]: value }, { key }),
      ]) {
        const { error } = await answer.json<{ error: { code: string; details: object } }>();
        const described = JSON.stringify({ name, value, error }).slice(0, 300);
        expect(answer.status, described).toBe(422);
        expect(["invalid_options", "invalid_url"], described).toContain(error.code);
        const isNamed = (field: string) => field === path || field.startsWith(`${path}.`);
        expect(Object.keys(error.details).some(isNamed), described).toBe(true);
      }
    }
    for (const body of [{}, { name: undefined }])
      await expectError(await api.put(`/v1/monitors/${id}`, body, { key }), 422, "invalid_options");
    await expectError(await api.post("/v1/monitors", [], { key }), 422, "invalid_options");
    expect((await getMonitor(api, key, id)).name).toBe("Prices");
  }, 60_000);

  it("A private target is refused on creation and on update.", async () => {
    const { key } = await seedAccount();
    const api = createApi();
    const { _id: id } = await createMonitor(api, key);
    const url = "http://169.254.169.254/";
    await expectError(
      await api.post("/v1/monitors", { ...valid, url }, { key }),
      422,
      "url_not_allowed",
    );
    await expectError(
      await api.put(`/v1/monitors/${id}`, { url }, { key }),
      422,
      "url_not_allowed",
    );
  });

  it("A new URL and new options are refused if the stored cookies or the stored URL do not fit.", async () => {
    const { key } = await seedAccount();
    const api = createApi();
    const options = { cookies: [{ name: "__Secure-a", value: "x" }] };
    const url = "http://example.com/";
    const secure = await createMonitor(api, key, { options });
    const plain = await createMonitor(api, key, { url });
    for (const [id, body] of [
      [secure._id, { url }],
      [plain._id, { options }],
    ] as const)
      await expectError(
        await api.put(`/v1/monitors/${id}`, body, { key }),
        422,
        "invalid_options",
        {
          "options.cookies.0.secure": expect.stringContaining("url starts with http://"),
        },
      );
    for (const [id, body] of [
      [secure._id, { url, options: {} }],
      [plain._id, { url: "https://example.com/", options }],
    ] as const)
      expect((await api.put(`/v1/monitors/${id}`, body, { key })).status).toBe(200);
  });

  it("A baseline that cannot be compared is refused with the reason.", async () => {
    const { key, accountId } = await seedAccount();
    const other = await seedAccount();
    const api = createApi();
    const { _id: id } = await createMonitor(api, key);
    const free = { cost: 0, fileSize: 0 };
    const gone = { imageKey: null, imageExpiredAt: new Date() };
    const refused = [
      [UNKNOWN, 404, "not_found"],
      [await seedScreenshot(other.accountId, free), 403, "forbidden"],
      [await seedScreenshot(accountId, { ...free, format: "jpeg" }), 422, "invalid_options"],
      [await seedScreenshot(accountId, { ...free, format: "pdf" }), 422, "invalid_options"],
      [await seedUnfinished(accountId, { cost: 0 }), 422, "invalid_options"],
      [await seedScreenshot(accountId, { ...free, ...gone }), 410, "image_gone"],
    ] as const;
    for (const [baseline, status, code] of refused) {
      await expectError(
        await api.post("/v1/monitors", { ...valid, baseline }, { key }),
        status,
        code,
      );
      await expectError(await api.put(`/v1/monitors/${id}`, { baseline }, { key }), status, code);
    }
  });

  it("Invalid paging parameters of the run list are refused.", async () => {
    const { key } = await seedAccount();
    const api = createApi();
    const { _id: id } = await createMonitor(api, key);
    for (const query of ["page=0", "page=x", "limit=0", "limit=101", "other=1"])
      await expectError(
        await api.get(`/v1/monitors/${id}/runs?${query}`, { key }),
        422,
        "invalid_options",
      );
  });
});

describe("Other accounts", () => {
  it("Every endpoint refuses monitors of other accounts, unknown ids and malformed ids.", async () => {
    const [owner, other] = [await seedAccount(), await seedAccount()];
    const api = createApi(fakeQueue());
    const { _id: id } = await createMonitor(api, owner.key);
    const { key } = other;
    for (const [target, status, code] of [
      [id, 403, "forbidden"],
      [UNKNOWN, 404, "not_found"],
      ["x'%20OR%201=1", 404, "not_found"],
    ] as const) {
      const path = `/v1/monitors/${target}`;
      for (const answer of [
        await api.get(path, { key }),
        await api.put(path, { name: "stolen" }, { key }),
        await api.send("DELETE", path, { key }),
        await api.send("POST", `${path}/run`, { key }),
        await api.get(`${path}/runs`, { key }),
      ])
        await expectError(answer, status, code);
    }
    const list = await (await api.get("/v1/monitors", { key })).json<{ data: unknown[] }>();
    expect(list.data).toEqual([]);
    expect((await getMonitor(api, owner.key, id)).name).toBe("Prices");
    expect(await usedCredits(other.accountId)).toBe(0);
  });
});

describe("Concurrent requests", () => {
  it("An account never has more than 100 monitors.", async () => {
    const { key, accountId } = await seedAccount();
    const api = createApi();
    const { _id: id } = await createMonitor(api, key);
    const columns = `account_id, name, url, capture_order, schedule, compare, notify, series_started_at, enabled, next_run_at, created_at, updated_at`;
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 97)
       INSERT INTO monitors (id, ${columns}) SELECT printf('%s%04x', substr(id, 1, 20), i), ${columns} FROM n JOIN monitors ON monitors.id = ?`,
    )
      .bind(id)
      .run();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => api.post("/v1/monitors", valid, { key })),
    );
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([201, 201, 422, 422, 422, 422]);
    await expectError(
      await api.post("/v1/monitors", valid, { key }),
      422,
      "monitor_limit_reached",
      {
        limit: 100,
      },
    );
    await env.DB.prepare("DELETE FROM monitors WHERE account_id = ?").bind(accountId).run();
  });

  it("Concurrent requests for a run, the schedule and an update start only one run.", async () => {
    const { api, key, id, queues, queue, accountId, render } = await watch();
    await makeDue(id);
    const run = () => api.send("POST", `/v1/monitors/${id}/run`, { key });
    const put = () => api.put(`/v1/monitors/${id}`, { name: "Renamed" }, { key });
    const [first, second] = await Promise.all([run(), run(), sweep({ queues }), put(), run()]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(await recordsOf(accountId)).toHaveLength(1);
    await drain(queue, { render });
    expect(await listRuns(api, key, id)).toHaveLength(1);
    expect(await usedCredits(accountId)).toBe(1);
    await expectConsistentLedger(accountId);
  });

  it("A monitor that is deleted while its run starts leaves no unfinished capture.", async () => {
    const { api, key, id, queues, queue, accountId, render } = await watch();
    await makeDue(id);
    await Promise.all([
      api.send("DELETE", `/v1/monitors/${id}`, { key }),
      sweep({ queues }),
      api.send("POST", `/v1/monitors/${id}/run`, { key }),
    ]);
    await drain(queue, { render });
    const records = await recordsOf(accountId);
    expect(records.every(({ status }) => status === "completed")).toBe(true);
    expect(await usedCredits(accountId)).toBe(records.length);
    await expectConsistentLedger(accountId);
  });

  it("A change of the URL during a run makes the run the last of its series.", async () => {
    const { site, api, key, id, start, run, queue, queues, render, runs, events } = await watch({
      compare: { confirm: false },
    });
    await run();
    site.page = pageWith([10, 10]);
    await start();
    await deliver(queue.messages.shift(), { queues, render });
    await api.put(`/v1/monitors/${id}`, { url: "https://example.com/other" }, { key });
    await drain(queue, { render });
    site.page = pageWith([50, 50]);
    await run({ clock: () => new Date(Date.now() + 2_000) });
    expect((await runs()).map(({ status }) => status)).toEqual(["first", "first", "first"]);
    expect(await events()).toEqual([]);
  });
});
