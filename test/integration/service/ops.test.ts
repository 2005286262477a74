// The endpoints of the operator: /ready and /metrics, and the analytics dataset.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { poolOf } from "../../../src/browser/renderer.ts";
import { ServiceError } from "../../../src/contract/errors.ts";
import type { Context } from "../../../src/domain/context.ts";
import type { Fields } from "../../../src/lib/log.ts";
import { runScheduled } from "../../../src/jobs/scheduled.ts";
import { createDatabase } from "../../../src/storage/database.ts";
import { wire } from "../../../src/wiring.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { expectDocumented } from "../../support/openapi.ts";
import { failingRender, fakeRender } from "../../support/fake-render.ts";
import { seedScreenshot, seedUnfinished } from "../../support/screenshots.ts";
import { createOperator } from "../../support/visitor.ts";

const token = "a token of the operator";
const pool = {
  starting: 0,
  ready: 2,
  retiring: 1,
  active: 3,
  waiting: 4,
  blockedForMs: 0,
};
const probes: Context["probes"] = {
  pool: async () => pool,
  queue: async () => ({ backlogCount: 7 }),
};

describe("/ready", () => {
  it("The service is ready when database, images, queue and browsers respond.", async () => {
    const api = createApi();
    const answer = await api.get("/ready");
    expect(answer.status).toBe(200);
    await expectDocumented("GET /ready", answer.clone());
    const body = await answer.json<{ status: string; parts: Record<string, { ok: boolean }> }>();
    expect(body.status).toBe("ready");
    expect(Object.keys(body.parts)).toEqual([
      "settings",
      "database",
      "images",
      "queue",
      "browsers",
    ]);
  });

  it("Invalid settings do not fail requests, and the response names them without their values.", async () => {
    const api = createApi({
      vars: {
        BROWSER_SESSIONS: "many",
        ACCOUNT_SLOTS: "-1",
        WARM_BROWSERS: "1.5",
        PRIVATE_TARGETS: "http://secret.internal",
        METRICS_TOKEN: "short",
      },
    });
    expect((await api.get("/health")).status).toBe(200);
    expect((await api.get("/metrics")).status).toBe(404);
    const answer = await api.get("/ready");
    expect(answer.status).toBe(503);
    await expectDocumented("GET /ready", answer.clone());
    const { parts } = await answer.json<{ parts: { settings: { reason: string } } }>();
    expect(parts.settings.reason).toBe(
      "PRIVATE_TARGETS is invalid: expected host, host:port or host:*, separated by commas. " +
        "BROWSER_SESSIONS is invalid: expected a whole number from 1 to 10,000. " +
        "ACCOUNT_SLOTS is invalid: expected a whole number from 0 to 100,000. " +
        "WARM_BROWSERS is invalid: expected a whole number from 0 to BROWSER_SESSIONS. " +
        "METRICS_TOKEN is invalid: expected at least 16 characters.",
    );
  });

  it("WARM_BROWSERS above BROWSER_SESSIONS is named.", async () => {
    const answer = await createApi({ vars: { WARM_BROWSERS: "5" } }).get("/ready");
    expect(answer.status).toBe(503);
    const { parts } = await answer.json<{ parts: { settings: { reason: string } } }>();
    expect(parts.settings.reason).toBe(
      "WARM_BROWSERS is invalid: expected a whole number from 0 to BROWSER_SESSIONS.",
    );
  });

  it("BROWSER_SESSIONS may be above 200, and a warning names a limit of the account below it.", async () => {
    const warningWith = async (BROWSER_SESSIONS: string) => {
      const answer = await createApi({ vars: { BROWSER_SESSIONS } }).get("/ready");
      expect(answer.status).toBe(200);
      const { parts } = await answer.json<{ parts: { browsers: { warning?: string } } }>();
      return parts.browsers.warning;
    };
    // The local Browser Run allows 6 browsers.
    expect(await warningWith("6")).toBeUndefined();
    expect(await warningWith("201")).toBe(
      "BROWSER_SESSIONS is 201, but Browser Run allows the account 6 browsers. Lower it, or request a higher limit.",
    );
  });

  it("A wrong CLOUDFLARE_PLAN is named, and the size of the paid plan applies.", async () => {
    const answer = await createApi({ vars: { CLOUDFLARE_PLAN: "pro" } }).get("/ready");
    expect(answer.status).toBe(503);
    const { parts } = await answer.json<{ parts: { settings: { reason: string } } }>();
    expect(parts.settings.reason).toBe('CLOUDFLARE_PLAN is invalid: expected "paid" or "free".');
  });

  it("An invalid REGION is named, and the service runs without a region.", async () => {
    const answer = await createApi({ vars: { REGION: "europe" } }).get("/ready");
    expect(answer.status).toBe(503);
    const { parts } = await answer.json<{
      parts: { settings: { reason: string }; browsers: { ok: boolean } };
    }>();
    expect(parts.settings.reason).toBe(
      "REGION is invalid: expected one of wnam, enam, weur, eeur, apac, oc, or nothing.",
    );
    expect(parts.browsers.ok).toBe(true);
  });

  it("Each REGION has a separate pool, created with a location hint.", async () => {
    const answer = await createApi({ vars: { REGION: "weur" } }).get("/ready");
    expect(answer.status).toBe(200);
    const created: unknown[] = [];
    const getByName = (...args: unknown[]) => created.push(args);
    const namespace = { BROWSER_POOL: { getByName } } as never; // poolOf() calls only getByName
    poolOf(namespace, { region: "weur" });
    poolOf(namespace, { region: undefined });
    expect(created).toEqual([["pool-weur", { locationHint: "weur" }], ["pool"]]);
  });

  it("/ready reuses the result of its checks for 5 seconds.", async () => {
    let checks = 0;
    let now = new Date("2030-01-01T00:00:00Z");
    const queue = async () => ({ backlogCount: checks++ });
    const api = createApi({ probes: { ...probes, queue }, clock: () => now });
    for (let i = 0; i < 3; i++) expect((await api.get("/ready")).status).toBe(200);
    expect(checks).toBe(1);
    now = new Date(now.getTime() + 5_000);
    await api.get("/ready");
    expect(checks).toBe(2);
  });

  it.each<[string, Partial<Context>, RegExp]>([
    [
      "images",
      { images: { ...realContext().images, find: () => Promise.reject(new Error("secret")) } },
      /^It does not respond\.$/,
    ],
    [
      "queue",
      { probes: { ...probes, queue: () => Promise.reject(new Error("secret")) } },
      /^It does not respond\.$/,
    ],
    [
      "database",
      { db: { run: () => Promise.reject(new Error("secret")) } as never },
      /^It does not respond\.$/,
    ],
    [
      "browsers",
      { probes: { ...probes, pool: async () => ({ ...pool, ready: 0, blockedForMs: 4_200 }) } },
      /cannot start a browser for 5 seconds/,
    ],
  ])(
    "The response names the failed part %s and its reason, but no secrets.",
    async (part, overrides, reason) => {
      const lines: Fields[] = [];
      const answer = await createApi({ ...overrides, lines }).get("/ready");
      expect(answer.status).toBe(503);
      await expectDocumented("GET /ready", answer.clone());
      const { status, parts } = await answer.json<{
        status: string;
        parts: Record<string, { ok: boolean; reason?: string }>;
      }>();
      expect(status).toBe("not_ready");
      const broken = Object.entries(parts).filter(([, { ok }]) => !ok);
      expect(broken.map(([name]) => name)).toEqual([part]);
      expect(parts[part]?.reason).toMatch(reason);
      expect(JSON.stringify(parts)).not.toContain("secret");
      expect(lines[0]).toHaveProperty(`${part}Error`);
    },
  );
});

describe("the size of the database", () => {
  /** A database that reports this size, and the size of an earlier day. */
  function sizedDatabase(bytes: number, days: { day: string; bytes: number }[]) {
    const run = async () => ({ meta: { size_after: bytes }, results: days });
    return new Proxy(createDatabase(env.DB), {
      get: (db, name) => (name === "run" ? run : (Reflect.get(db, name) as unknown)),
    });
  }

  const clock = () => new Date("2026-03-11T00:00:00Z");
  const tenDaysAgo = { day: "2026-03-01", bytes: 7e9 };

  it("When the database is 80 per cent full, /ready warns and reports the days left, but returns 200.", async () => {
    const warningAt = async (bytes: number, days = [tenDaysAgo]) => {
      const answer = await createApi({ db: sizedDatabase(bytes, days), clock }).get("/ready");
      expect(answer.status).toBe(200);
      await expectDocumented("GET /ready", answer.clone());
      const { parts } = await answer.json<{ parts: { database: { warning?: string } } }>();
      return parts.database.warning;
    };
    expect(await warningAt(7_999_999_999)).toBeUndefined();
    expect(await warningAt(8e9)).toBe(
      "The database has 8 GB of 10 GB. At its current growth it is full in 20 days. " +
        "Set RECORD_RETENTION_DAYS to move old records to archives.",
    );
    expect(await warningAt(8e9, [])).toContain("The database has 8 GB of 10 GB. Set");
    const shrunk = { ...tenDaysAgo, bytes: 9e9 };
    expect(await warningAt(8e9, [shrunk])).toContain("The database has 8 GB of 10 GB. Set");
    const today = { day: "2026-03-11", bytes: 7e9 };
    expect(await warningAt(8e9, [today])).toContain("The database has 8 GB of 10 GB. Set");
    expect(await warningAt(11e9)).toContain("full in 0 days");

    const vars = { CLOUDFLARE_PLAN: "free" };
    const ready = await createApi({ db: sizedDatabase(4e8, []), clock, vars }).get("/ready");
    expect(await ready.text()).toContain("The database has 400 MB of 500 MB.");
  });

  it("/metrics reports the size, the limit and the days left.", async () => {
    const vars = { METRICS_TOKEN: token };
    const headers = { Authorization: `Bearer ${token}` };
    const read = async (days: { day: string; bytes: number }[]) => {
      const api = createApi({ vars, probes, clock, db: sizedDatabase(7.5e9, days) });
      return (await api.get("/metrics", { headers })).text();
    };
    const text = await read([tenDaysAgo]);
    expect(text).toContain("\nedgeshot_database_bytes 7500000000\n");
    expect(text).toContain("\nedgeshot_database_limit_bytes 10000000000\n");
    expect(text).toContain("\nedgeshot_database_days_left 50\n");
    expect(await read([])).not.toContain("\nedgeshot_database_days_left ");
  });

  it("The page of all accounts shows the size of the database.", async () => {
    const operator = await createOperator({ db: sizedDatabase(7.5e9, [tenDaysAgo]), clock });
    expect(await operator.read("/accounts")).toContain(
      "The database has 7.5 GB of 10 GB. At its current growth it is full in 50 days.",
    );
  });

  it("The sweep stores the size once a day and deletes sizes older than 30 days.", async () => {
    const sweep = async (at: string) =>
      runScheduled("* * * * *", { ...realContext(), clock: () => new Date(at) });
    const stored = async () => {
      const { results } = await env.DB.prepare("SELECT * FROM database_sizes ORDER BY day").all<{
        day: string;
        bytes: number;
      }>();
      return results;
    };
    await env.DB.exec("DELETE FROM database_sizes");
    await sweep("2026-01-01T10:00:00Z");
    const [first] = await stored();
    expect(first?.bytes).toBeGreaterThan(100_000);
    await env.DB.exec("UPDATE database_sizes SET bytes = 1");
    await sweep("2026-01-01T23:59:00Z");
    expect(await stored()).toEqual([{ day: "2026-01-01", bytes: 1 }]);
    await sweep("2026-01-02T00:00:00Z");
    expect((await stored()).map(({ day }) => day)).toEqual(["2026-01-01", "2026-01-02"]);
    await sweep("2026-02-01T00:00:00Z");
    expect((await stored()).map(({ day }) => day)).toEqual(["2026-01-02", "2026-02-01"]);
  });
});

describe("/metrics", () => {
  const vars = { METRICS_TOKEN: token };
  const headers = { Authorization: `Bearer ${token}` };

  it("The metrics contain captures by outcome, their duration and the backlog.", async () => {
    await env.DB.exec("DELETE FROM screenshots");
    const { accountId } = await seedAccount();
    for (const processingTimeMs of [100, 200, 300, 4_000])
      await seedScreenshot(accountId, { processingTimeMs });
    await seedScreenshot(accountId, { status: "failed", errorCode: "host_error" });
    await seedScreenshot(accountId, {
      processingTimeMs: 9_000,
      createdAt: new Date(Date.now() - 600_000),
    });
    await seedUnfinished(accountId, { status: "pending" });

    const answer = await createApi({ vars, probes }).get("/metrics", { headers });

    expect(answer.headers.get("Content-Type")).toBe("text/plain; version=0.0.4");
    await expectDocumented("GET /metrics", answer.clone());
    const text = await answer.text();
    const samples = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    expect(samples).toEqual(
      expect.arrayContaining([
        'edgeshot_captures{status="completed",code=""} 4',
        'edgeshot_captures{status="failed",code="host_error"} 1',
        'edgeshot_capture_duration_seconds{quantile="0.5"} 0.2',
        'edgeshot_capture_duration_seconds{quantile="0.99"} 4',
        'edgeshot_captures_unfinished{status="pending"} 1',
        "edgeshot_queue_messages 7",
        'edgeshot_browsers{state="ready"} 2',
        "edgeshot_browser_captures 3",
        "edgeshot_browser_waiting 4",
      ]),
    );
    for (const sample of samples) expect(sample).toMatch(/^[a-z_]+(\{[^}]*\})? [\d.]+$/);
    for (const [, name] of text.matchAll(/^# TYPE (\S+) gauge$/gm))
      expect(text).toContain(`# HELP ${name} `);
  });

  it("The query of the metrics reads only a range of the primary key.", async () => {
    const { results } = await env.DB.prepare(
      "EXPLAIN QUERY PLAN SELECT status, error_code, count(*) FROM screenshots WHERE id >= '6b000000' GROUP BY status, error_code",
    ).all<{ detail: string }>();
    expect(results[0]?.detail).toMatch(/SEARCH screenshots USING .*\(id>\?\)/);
  });

  it.each([
    ["a request without the token", { vars }, {}],
    ["a wrong token", { vars }, { Authorization: "Bearer another of the same sort" }],
    ["a service without METRICS_TOKEN", {}, headers],
    ["an empty token and a service without METRICS_TOKEN", {}, { Authorization: "Bearer " }],
  ])("The endpoint returns 404 for %s.", async (_when, overrides, sent: Record<string, string>) => {
    const answer = await createApi(overrides).get("/metrics", { headers: sent });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { code: "not_found" } });
  });
});

describe("the analytics dataset", () => {
  it("Each completed or failed capture writes a data point.", async () => {
    const points: unknown[] = [];
    const measure = (point: unknown) => points.push(point);
    const { key } = await seedAccount();
    for (const render of [fakeRender().render, failingRender(new ServiceError("host_error"))]) {
      const api = createApi({ render, measure });
      const answer = await api.post("/v1/capture", { url: "https://example.com/" }, { key });
      await answer.arrayBuffer();
      await api.settled();
    }
    expect(points).toMatchObject([
      { outcome: "completed", format: "png", sizeBytes: 100 },
      { outcome: "host_error", format: "png", sizeBytes: 0 },
    ]);
  });

  it("A data point has the documented fields.", () => {
    const points: unknown[] = [];
    const ANALYTICS = { writeDataPoint: (point?: unknown) => void points.push(point) };
    const { measure } = wire(
      { ...env, ANALYTICS },
      { waitUntil: () => undefined },
      () => undefined,
    );
    measure({ outcome: "completed", format: "png", durationMs: 120, sizeBytes: 5 });
    expect(points).toEqual([
      { indexes: ["completed"], blobs: ["completed", "png"], doubles: [120, 5] },
    ]);
  });
});

function realContext(): Context {
  return wire(env, { waitUntil: () => undefined }, () => undefined);
}
