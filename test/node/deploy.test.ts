// npm run deploy: the real wrangler, on an account at a stand-in for Cloudflare's API.
import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { assertBundleFits } from "../../scripts/bundle-size.ts";
import { deploy } from "../../scripts/deployment.ts";
import { wrangler } from "../../scripts/wrangler.ts";
import type { CloudflareApi } from "../support/cloudflare/api.ts";
import { emptyAccount, npmRun, temporaryFolder } from "../support/cloudflare/empty-account.ts";
import { Refusal } from "../support/cloudflare/refusal.ts";

const root = join(import.meta.dirname, "../..");
const EMPTY = { databases: [], buckets: [], queues: [], workers: [] };
const COMPLETE = {
  databases: ["edgeshot"],
  buckets: ["edgeshot-images"],
  queues: [
    "edgeshot-captures → edgeshot",
    "edgeshot-captures-dead → edgeshot",
    "edgeshot-deliveries → edgeshot",
  ],
  workers: ["edgeshot"],
};

describe("on an empty account", () => {
  it("makes everything, and says what comes next; a second run updates and makes nothing twice", async () => {
    const { api, home } = await emptyAccount();
    const first = await npmRun(["deploy"]);
    expect(first.output).toContain("https://edgeshot.someone.workers.dev/sign-up");
    expect(first.code).toBe(0);
    expect(api.account.inventory()).toEqual(COMPLETE);
    const writes = api.requests().filter((line) => !line.startsWith("GET"));
    const tables = writes.lastIndexOf(
      "POST /accounts/:account/d1/database/:id/query",
      writes.length - 2,
    );
    expect(tables).toBeLessThan(writes.indexOf("PUT /accounts/:account/workers/scripts/edgeshot"));

    const before = structuredClone(worker(api));
    expect(before.enabled).toBe(true);
    expect(before.schedules).toEqual([{ cron: "* * * * *" }]);
    expect(before.classes).toEqual(["RateLimiter", "BrowserPool", "BrowserSession"]);
    expect(secretKey(api)).toMatch(/^[0-9A-Za-z]{44}$/);
    expect(first.output).not.toContain(secretKey(api));
    expect(migrations(api)).toEqual(
      readdirSync(join(root, "migrations")).filter((name) => name.endsWith(".sql")),
    );

    // The next step, as it was printed.
    const [, next = ""] = /npm run -s (key .*)/.exec(first.output) ?? [];
    const key = await npmRun(["-s", ...next.split(" ")]);
    expect(key.output).toMatch(/^es_\w+\n$/);
    const database = api.account.databases.get("edgeshot");
    expect(database?.sqlite.prepare("SELECT name, plan FROM accounts").all()).toEqual([
      { name: "me", plan: "business" },
    ]);
    database?.sqlite.exec(
      "INSERT INTO users (id, account_id, name, email, email_verified, is_operator, created_at, updated_at) SELECT 'u', id, 'me', 'me@example.com', 0, 1, 0, 0 FROM accounts",
    );

    api.requests();
    const second = await npmRun(["deploy"]);
    expect(second.output).toMatch(
      /Edgeshot is deployed: https:\/\/edgeshot\.someone\.workers\.dev\n$/,
    );
    expect(second.code).toBe(0);
    expect(api.account.inventory()).toEqual(COMPLETE);
    expect(worker(api)).toEqual({ ...before, versions: [...before.versions, expect.any(String)] });
    expect(
      api
        .requests()
        .filter((line) => /^POST .*\/(database|buckets|queues|consumers|upload)$/.test(line)),
    ).toEqual([]);
    expect(readdirSync(home).filter((name) => name.startsWith("edgeshot-"))).toEqual([]);
  });

  it("is finished by the next run, wherever the API fails", { timeout: 600_000 }, async () => {
    const { api, home } = await emptyAccount();
    const steps = new Set<string>();
    let failing: string | undefined;
    api.refuse((line) => {
      // Reading changes nothing; an asset is uploaded again by wrangler itself, for half a minute.
      if (line.startsWith("GET") || line.endsWith("/assets/upload")) return undefined;
      if (failing === undefined && !steps.has(line)) steps.add((failing = line));
      return line === failing
        ? new Refusal(500, 10013, "An unknown error has occurred.")
        : undefined;
    });
    for (;;) {
      failing = undefined;
      const { error } = await tryDeploy();
      if (failing === undefined) {
        expect(error).toBeUndefined();
        break;
      }
      expect(error, failing).toMatch(
        /An unknown error has occurred.*What was made so far stays.*npm run deploy/s,
      );
      const made = api.account.inventory();
      for (const kind of ["databases", "buckets", "workers"] as const)
        expect(COMPLETE[kind]).toEqual(expect.arrayContaining(made[kind]));
      if (made.workers.length > 0) expect(secretKey(api)).toMatch(/^\w{44}$/);
    }
    expect([...steps]).toEqual([
      "POST /accounts/:account/d1/database",
      "POST /accounts/:account/d1/database/:id/query",
      "POST /accounts/:account/workers/scripts/edgeshot/assets-upload-session",
      "POST /accounts/:account/r2/buckets",
      "POST /accounts/:account/queues",
      "PUT /accounts/:account/workers/scripts/edgeshot",
      "POST /accounts/:account/workers/scripts/edgeshot/subdomain",
      "PUT /accounts/:account/workers/scripts/edgeshot/schedules",
      "PUT /accounts/:account/queues/:id/consumers/:id",
    ]);
    expect(api.account.inventory()).toEqual(COMPLETE);
    expect(readdirSync(home).filter((name) => name.startsWith("edgeshot-"))).toEqual([]);
  });

  it("has no half of a migration, and goes on with it", async () => {
    const { api } = await emptyAccount();
    let queries = 0;
    api.refuse((line) =>
      line.endsWith("/query") && ++queries === 5
        ? new Refusal(500, 7500, "internal error")
        : undefined,
    );
    expect((await tryDeploy()).error).toMatch(/internal error.*What was made so far stays/s);
    expect(migrations(api)).toHaveLength(2);
    expect((await tryDeploy()).error).toBeUndefined();
    expect(migrations(api).length).toBeGreaterThan(2);
  });
});

/** What Cloudflare says: scripts/explain-refusal.ts names where it is known from. */
const refusals: [what: string, request: RegExp, refusal: Refusal, advice: RegExp][] = [
  [
    "with a token that is none",
    /./,
    new Refusal(400, 9106, "Authentication failed (status: 400)"),
    /npx wrangler login/,
  ],
  [
    "with a token that may not use D1",
    /d1/,
    new Refusal(403, 10000, "Authentication error"),
    /with D1 and Queues added/,
  ],
  [
    "without R2",
    /r2\/buckets/,
    new Refusal(403, 10042, "Please enable R2 through the Cloudflare Dashboard."),
    /has no R2 yet\. Switch it on/,
  ],
  [
    "without Queues",
    /queues/,
    new Refusal(
      403,
      100129,
      "Queues are unavailable on the free plan. Please upgrade to a Workers Paid plan to create and use Queues",
    ),
    /has no Queues yet/,
  ],
];

/** What it says only when something is made; that the next run goes on from there is shown above. */
const lateRefusals: typeof refusals = [
  [
    "with all its databases",
    /POST .*d1\/database$/,
    new Refusal(400, 7406, "System limit reached: databases per account (10)"),
    /Remove a database/,
  ],
  [
    "without Browser Run",
    /PUT .*scripts\/edgeshot$/,
    new Refusal(
      403,
      10088,
      "In order to use the Browser Rendering API, you must switch to a paid plan at https://dash.cloudflare.com/0/workers/plans.",
    ),
    /may not use Browser Run yet/,
  ],
  [
    "that takes only smaller Workers",
    /PUT .*scripts\/edgeshot$/,
    new Refusal(413, 10027, "Your Worker exceeded the size limit of 3 MiB."),
    /larger than the account's plan takes/,
  ],
  [
    "whose e-mail address is not verified",
    /PUT .*scripts\/edgeshot$/,
    new Refusal(403, 10034, "You need to verify your email address to use Workers."),
    /Verify the e-mail address/,
  ],
  [
    "without a cron trigger left",
    /schedules/,
    new Refusal(
      400,
      10072,
      "This account has reached the Workers Free limit of 5 cron triggers per account.",
    ),
    /no cron trigger left/,
  ],
  [
    "whose queue another Worker reads",
    /queues\/:id\/consumers$/,
    new Refusal(400, 11004, "workers.api.error.consumer_exists"),
    /Another Worker reads one of the queues/,
  ],
];

describe("on an account", () => {
  it.each(refusals)(
    "%s, makes nothing and says what to do",
    async (_what, request, refusal, advice) => {
      const { api } = await emptyAccount();
      api.refuse((line) => (request.test(line) ? refusal : undefined));
      const { error } = await tryDeploy();
      expect(error).toContain(refusal.message.split(".")[0]);
      expect(error).toMatch(advice);
      expect(api.account.inventory()).toEqual(EMPTY);
    },
  );

  it.each(lateRefusals)("%s, says what to do", async (_what, request, refusal, advice) => {
    const { api } = await emptyAccount();
    api.refuse((line) => (request.test(line) ? refusal : undefined));
    expect((await tryDeploy()).error).toMatch(advice);
  });

  it("without a workers.dev address uploads nothing, and says where to get one", async () => {
    const { api } = await emptyAccount();
    api.account.subdomain = undefined;
    expect((await tryDeploy()).error).toMatch(/no workers\.dev address yet/);
    expect(api.account.inventory().workers).toEqual([]);
    api.account.subdomain = "someone";
    expect((await tryDeploy()).error).toBeUndefined();
  });

  it("without a login makes nothing, and says how to log in", async () => {
    const { api } = await emptyAccount();
    vi.stubEnv("CLOUDFLARE_API_TOKEN", undefined);
    expect((await tryDeploy()).error).toMatch(/npx wrangler login/);
    expect(api.requests()).toEqual([]);
  });

  it("of a login with several makes nothing, and says how to choose", async () => {
    const { api } = await emptyAccount();
    api.account.others.push("fedcba9876543210fedcba9876543210");
    expect((await tryDeploy()).error).toMatch(/set CLOUDFLARE_ACCOUNT_ID/);
    expect(api.account.inventory()).toEqual(EMPTY);
  });

  it("that cannot be reached says so", async () => {
    const { api } = await emptyAccount();
    await api.stop();
    expect((await tryDeploy()).error).toMatch(/cannot be reached from here/);
  });
});

describe("where a name is taken", () => {
  it.each<[string, (api: CloudflareApi) => void]>([
    [
      "Worker",
      ({ account }) =>
        account.workers.set("edgeshot", {
          bindings: [],
          versions: ["v"],
          classes: [],
          schedules: [],
          enabled: true,
        }),
    ],
    [
      "database",
      ({ account }) => account.createDatabase("edgeshot").sqlite.exec("CREATE TABLE theirs (id)"),
    ],
    ["bucket", ({ account }) => account.buckets.add("edgeshot-images")],
    [
      "queue",
      ({ account }) =>
        account
          .createQueue("edgeshot-captures")
          .consumers.push({ consumer_id: "c", type: "worker", script: "theirs", settings: {} }),
    ],
  ])("by another %s, changes nothing and says so", async (what, take) => {
    const { api } = await emptyAccount();
    take(api);
    const before = JSON.stringify(api.account.inventory());
    const { error } = await tryDeploy();
    expect(error).toMatch(
      new RegExp(`a ${what} edgeshot.*Nothing has been changed.*wrangler\\.toml`, "s"),
    );
    expect(JSON.stringify(api.account.inventory())).toBe(before);
    expect(
      api.requests().filter((line) => /^(POST|PUT|PATCH)/.test(line) && !line.endsWith("/query")),
    ).toEqual([]);
  });

  it("by what the Deploy button has made, goes on with it", async () => {
    const { api } = await emptyAccount();
    vi.stubEnv("WORKERS_CI", "1");
    api.account.workers.set("edgeshot", {
      bindings: [],
      versions: ["v"],
      classes: [],
      schedules: [],
      enabled: true,
    });
    api.account.createDatabase("edgeshot");
    api.account.buckets.add("edgeshot-images");
    expect((await tryDeploy()).error).toBeUndefined();
    expect(api.account.inventory()).toEqual(COMPLETE);
    expect(secretKey(api)).toMatch(/^\w{44}$/);
  });
});

describe("--dry-run", () => {
  it("builds what is here, shows its size and every binding, fits into the free plan, and asks no account", async () => {
    const { api } = await emptyAccount();
    const { code, output } = await npmRun(["deploy", "--", "--dry-run"]);
    expect(output).toMatch(/gzip: [\d.]+ KiB/);
    expect(code).toBe(0);
    const config = readFileSync(join(root, "wrangler.toml"), "utf8");
    const bindings = [...config.matchAll(/^(?:binding|name) = "([A-Z_]+)"|^([A-Z_]+) = /gm)];
    expect(bindings.length).toBeGreaterThan(10);
    for (const [, binding, variable] of bindings)
      expect(output).toContain(`env.${binding ?? variable}`);
    expect(api.requests()).toEqual([]);
  });

  it("fails when the Worker has grown beyond what the free plan takes", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "large.bin"), randomBytes(3_000_001));
    writeFileSync(
      join(folder, "worker.js"),
      'import large from "./large.bin";\nexport default { fetch: () => new Response(large) };',
    );
    const config = join(folder, "wrangler.toml");
    writeFileSync(
      config,
      'name = "large"\nmain = "worker.js"\ncompatibility_date = "2026-11-01"\n',
    );
    const printed = await wrangler(["deploy", "--dry-run", "--config", config], { NO_COLOR: "1" });
    expect(() => assertBundleFits(printed)).toThrow(/KiB compressed, and the free plan takes 2929/);
  });
});

describe("migrations", () => {
  it("only add: what ran before goes on running, and a version can be taken back", () => {
    const folder = join(root, "migrations");
    const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const sql = readFileSync(join(folder, file), "utf8");
      expect(sql, file).not.toMatch(/\bDROP\s+(TABLE|COLUMN)\b|\bRENAME\b|\bDELETE\s+FROM\b/i);
    }
  });
});

async function tryDeploy(): Promise<{ error: string | undefined }> {
  try {
    await deploy(() => undefined);
    return { error: undefined };
  } catch (error) {
    // What the command would print.
    return { error: String(error) };
  }
}

function worker({ account }: CloudflareApi) {
  const found = account.workers.get("edgeshot");
  if (found === undefined) throw new Error("There is no Worker.");
  return found;
}

function secretKey(api: CloudflareApi): string {
  return String(worker(api).bindings.find(({ name }) => name === "SECRET_KEY")?.["text"]);
}

function migrations({ account }: CloudflareApi): unknown[] {
  const rows = account.databases
    .get("edgeshot")
    ?.sqlite.prepare("SELECT name FROM d1_migrations")
    .all();
  return (rows ?? []).map(({ name }) => name);
}
