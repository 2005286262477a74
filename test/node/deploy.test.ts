// npm run deploy, on accounts that are planted, and the real bundle.
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const NO_LOGIN =
  "In a non-interactive environment, it's necessary to set a CLOUDFLARE_API_TOKEN environment variable for wrangler to work.";
const NO_R2 =
  "A request to the Cloudflare API failed. Please enable R2 through the Cloudflare Dashboard. [code: 10042]";

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

describe("on a planted account", () => {
  it("makes everything that is missing, in the order in which it is needed", async () => {
    const account = plantAccount();
    const { code, output } = await account.deploy();
    expect(output).toContain("https://edgeshot.someone.workers.dev");
    expect(output).toContain("npm run -s key -- create");
    expect(code).toBe(0);
    expect(account.calls()).toEqual([
      "deploy --dry-run",
      "d1 list --json",
      "r2 bucket list",
      "queues list",
      "secret list --format json",
      "d1 create edgeshot",
      "d1 migrations apply DB --remote",
      "deploy --secrets-file FILE",
      "secret of 44 characters",
    ]);
    expect(output).not.toMatch(/[0-9A-Za-z]{44}/);
  });

  it("updates the second time, and leaves database and key as they are", async () => {
    const account = plantAccount();
    await account.deploy();
    const before = account.calls().length;
    const { code, output } = await account.deploy();
    expect(code).toBe(0);
    expect(output).toContain("Updated: https://edgeshot.someone.workers.dev");
    expect(account.calls().slice(before + 5)).toEqual([
      "d1 migrations apply DB --remote",
      "deploy",
      "secret of 0 characters",
    ]);
  });

  it.each([
    ["without a login", { "d1 list": NO_LOGIN }, /npx wrangler login/],
    ["without R2", { "r2 bucket list": NO_R2 }, /has no R2 yet.*Switch it on/],
    [
      "with several accounts",
      {
        "d1 list":
          "More than one account available but unable to select one in non-interactive mode.",
      },
      /set CLOUDFLARE_ACCOUNT_ID/,
    ],
    ["without a network", { "d1 list": "fetch failed" }, /cannot be reached/],
    ["on something new", { "queues list": "Something new [code: 4711]" }, /Something new/],
  ])("%s makes nothing, and says what to do", async (_what, refuses, advice) => {
    const account = plantAccount();
    const { code, output } = await account.deploy({ REFUSES: JSON.stringify(refuses) });
    expect(code).toBe(1);
    expect(output).toMatch(advice);
    expect(account.made()).toBe(false);
  });

  it("leaves another Worker of the same name alone", async () => {
    const account = plantAccount({ databases: [], migrated: false, secrets: ["THEIRS"] });
    const { code, output } = await account.deploy();
    expect(code).toBe(1);
    expect(output).toMatch(
      /Worker of that name already.*Nothing has been changed.*wrangler\.toml/s,
    );
    expect(account.calls().at(-1)).toBe("secret list --format json");
  });

  it("that refuses the upload is finished by the next run", async () => {
    const account = plantAccount();
    const refuses = {
      deploy: "You need to register a workers.dev subdomain before publishing to workers.dev",
    };
    const { code, output } = await account.deploy({ REFUSES: JSON.stringify(refuses) });
    expect(code).toBe(1);
    expect(output).toMatch(/no workers\.dev address yet/);
    expect((await account.deploy()).output).toContain("Edgeshot is deployed at");
    expect(account.calls().filter((call) => call === "d1 create edgeshot")).toHaveLength(1);
  });

  it("keeps no file with the key in it", async () => {
    const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith("edgeshot-")).length;
    const before = left();
    await plantAccount().deploy({ REFUSES: JSON.stringify({ "deploy --secrets": "No." }) });
    expect(left()).toBe(before);
  });
});

describe("--dry-run", () => {
  it("builds what is here, shows its size and every binding, and fits into the free plan", async () => {
    const { code, output } = await run(["--dry-run"], {});
    expect(output).toMatch(/gzip: [\d.]+ KiB/);
    expect(code).toBe(0);
    const config = readFileSync(join(root, "wrangler.toml"), "utf8");
    const bindings = [...config.matchAll(/^(?:binding|name) = "([A-Z_]+)"|^([A-Z_]+) = /gm)];
    expect(bindings.length).toBeGreaterThan(10);
    for (const [, binding, variable] of bindings)
      expect(output).toContain(`env.${binding ?? variable}`);
  });

  it("fails when the Worker has grown beyond what the free plan takes", async () => {
    const { code, output } = await plantAccount().deploy({ GZIP_KIB: "2930.01" }, ["--dry-run"]);
    expect(code).toBe(1);
    expect(output).toMatch(/2930\.01 KiB compressed, and the free plan takes 2929/);
  });

  it("asks no account", async () => {
    const account = plantAccount();
    expect((await account.deploy({}, ["--dry-run"])).code).toBe(0);
    expect(account.calls()).toEqual(["deploy --dry-run"]);
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

type Account = { databases: string[]; migrated: boolean; secrets?: string[] };

function plantAccount(account?: Account) {
  const folder = mkdtempSync(join(tmpdir(), "account-"));
  folders.push(folder);
  const [accountFile, callsFile] = [join(folder, "account.json"), join(folder, "calls")];
  if (account !== undefined) writeFileSync(accountFile, JSON.stringify(account));
  return {
    deploy: (environment: Record<string, string> = {}, args: string[] = []) =>
      run(args, {
        EDGESHOT_WRANGLER: join(root, "test/support/planted-wrangler.ts"),
        ACCOUNT_FILE: accountFile,
        CALLS_FILE: callsFile,
        ...environment,
      }),
    calls: () => readFileSync(callsFile, "utf8").trim().split("\n"),
    made: () => existsSync(accountFile),
  };
}

function run(args: string[], environment: Record<string, string>) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    execFile(
      process.execPath,
      [join(root, "scripts/deploy.ts"), ...args],
      { cwd: root, env: { ...process.env, ...environment } },
      (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    );
  });
}
