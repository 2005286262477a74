// Tests npm run deploy with the real wrangler: first deployment, update, region and size.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { deploy } from "../../scripts/deploy/deployment.ts";
import { assertBundleFits, describeStartCode } from "../../scripts/deploy/bundle-size.ts";
import { root } from "../../scripts/lib/paths.ts";
import { wrangler } from "../../scripts/lib/wrangler.ts";
import { emptyAccount, temporaryFolder } from "../support/cloudflare/empty-account.ts";
import { npmRun, runScript } from "./support/run-script.ts";
import { COMPLETE, migrations, secretKey, worker } from "./support/deployments.ts";

describe("on an empty account", () => {
  it("The first deployment creates every resource and prints the next step, and the second one only updates.", async () => {
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

    // Run the printed next step.
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
    const printed: string[] = [];
    await deploy((line) => printed.push(line));
    expect(printed.at(-1)).toBe("\nEdgeshot is deployed: https://edgeshot.someone.workers.dev");
    expect(api.account.inventory()).toEqual(COMPLETE);
    expect(worker(api)).toEqual({ ...before, versions: [...before.versions, expect.any(String)] });
    expect(
      api
        .requests()
        .filter((line) => /^POST .*\/(database|buckets|queues|consumers|upload)$/.test(line)),
    ).toEqual([]);
    expect(readdirSync(home).filter((name) => name.startsWith("edgeshot-"))).toEqual([]);
  });
});

describe("REGION", () => {
  it("The first deployment creates database, bucket and Worker in the region, and a later deployment reports resources that cannot move.", async () => {
    const { api } = await emptyAccount();
    const printed: string[] = [];
    const print = (line: string) => printed.push(line);
    await deploy(print, undefined, "weur");
    expect(api.account.inventory()).toEqual(COMPLETE);
    expect(Object.fromEntries(api.account.locations)).toEqual({
      "database edgeshot": "weur",
      "bucket edgeshot-images": "weur",
    });
    expect(worker(api).placement).toMatchObject({ region: "aws:eu-west-1" });
    expect(printed.join("\n")).toContain("REGION weur: the Worker, the browser pool");
    expect(printed.join("\n")).not.toContain("cannot move");

    printed.length = 0;
    await deploy(print, undefined, "enam");
    expect(printed.join("\n")).toContain("An existing database and bucket cannot move");
    expect(api.account.locations.get("database edgeshot")).toBe("weur");
    expect(worker(api).placement).toMatchObject({ region: "aws:us-east-1" });
    expect(existsSync(join(root, ".wrangler.placed.toml"))).toBe(false);
  });
});

describe("--dry-run", () => {
  it("A dry run prints the size and every binding of a Worker for the free plan, and sends no API request.", async () => {
    const { api } = await emptyAccount();
    const { code, output } = await runScript("deploy", ["--dry-run"]);
    expect(output).toMatch(/gzip: [\d.]+ KiB/);
    // The command fails above the maximum, so this is the test of the maximum.
    expect(output).toMatch(/A new isolate evaluates \d+ KiB\./);
    expect(code).toBe(0);
    const config = readFileSync(join(root, "wrangler.toml"), "utf8");
    const bindings = [...config.matchAll(/^(?:binding|name) = "([A-Z_]+)"|^([A-Z_]+) = /gm)];
    expect(bindings.length).toBeGreaterThan(10);
    for (const [, binding, variable] of bindings)
      expect(output).toContain(`env.${binding ?? variable}`);
    expect(api.requests()).toEqual([]);
  });

  it("A deployment fails when the Worker exceeds the size limit of Cloudflare.", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "large.bin"), new Uint8Array(64 * 1024 * 1024));
    writeFileSync(
      join(folder, "worker.js"),
      'import large from "./large.bin";\nexport default { fetch: () => new Response(large) };',
    );
    const config = join(folder, "wrangler.toml");
    writeFileSync(
      config,
      'name = "large"\nmain = "worker.js"\ncompatibility_date = "2026-11-01"\n',
    );
    const output = await wrangler(["deploy", "--dry-run", "--config", config], { NO_COLOR: "1" });
    expect(() => assertBundleFits(output)).toThrow(/Cloudflare allows 65536 KiB/);
  });
});

describe("the code that a new isolate evaluates", () => {
  /** Writes a metafile in which the Worker imports `large`, which imports a file of `kib` KiB. */
  function writeMetafile(kind: string, kib: number): string {
    const path = join(temporaryFolder(), "meta.json");
    const large = "node_modules/@scope/large/index.js";
    const inputs = {
      "src/index.ts": { imports: [{ path: large, kind }] },
      [large]: { imports: [{ path: "node_modules/small/a.js", kind: "require-call" }] },
      "node_modules/small/a.js": { imports: [] },
    };
    const sizes = [10, kib, 20].map((size) => ({ bytesInOutput: size * 1024 }));
    const files = Object.fromEntries(Object.keys(inputs).map((name, i) => [name, sizes[i]]));
    const outputs = { "index.js": { entryPoint: "src/index.ts", inputs: files } };
    writeFileSync(path, JSON.stringify({ inputs, outputs }));
    return path;
  }

  it("A large module is refused if it is imported at the start, and accepted if it is loaded later.", () => {
    expect(() => describeStartCode(writeMetafile("import-statement", 2_000))).toThrow(
      "A new isolate evaluates 2030 KiB. The maximum is 1050 KiB. Load modules that captures do not need with await import(). " +
        "The largest packages: @scope/large 2000 KiB, small 20 KiB, src 10 KiB.",
    );
    expect(describeStartCode(writeMetafile("dynamic-import", 2_000))).toBe(
      "A new isolate evaluates 10 KiB.",
    );
    expect(describeStartCode(writeMetafile("import-statement", 500))).toBe(
      "A new isolate evaluates 530 KiB.",
    );
  });
});

describe("migrations", () => {
  it("Migrations only add tables and columns, so that the previous version keeps working.", () => {
    const folder = join(root, "migrations");
    const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      // A migration only creates its triggers. Their statements run later and delete counters, which triggers alone write.
      const sql = readFileSync(join(folder, file), "utf8").replaceAll(/^CREATE TRIGGER .*$/gm, "");
      expect(sql, file).not.toMatch(/\bDROP\s+(TABLE|COLUMN)\b|\bRENAME\b|\bDELETE\s+FROM\b/i);
    }
  });
});
