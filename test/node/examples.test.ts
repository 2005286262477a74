// The examples of the documents, run as a reader would run them: against the service, with its own browser.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { prepareBrowser } from "../../scripts/browser.ts";
import {
  createState,
  inState,
  type OwnService,
  startOwnService,
} from "../../scripts/own-service.ts";
import { cache, root } from "../../scripts/paths.ts";
import { closeRun, openRun } from "../../scripts/runs.ts";
import { localEnvironment, wrangler } from "../../scripts/wrangler.ts";
import { createApiKey, hashApiKey } from "../../src/lib/secrets.ts";

const key = createApiKey();
const run = openRun();
let service: OwnService;
/** In the repository, so that "edgeshot/client" is what the repository exports. */
let folder: string;

beforeAll(async () => {
  const [state, browserEnvironment] = await Promise.all([createState(run), prepareBrowser()]);
  const insert = `
    INSERT INTO accounts (id, name, plan, created_at) VALUES ('a', 'examples', 'business', 0);
    INSERT INTO api_keys (id, account_id, name, secret_hash, prefix, created_at)
      VALUES ('k', 'a', 'examples', '${await hashApiKey(key)}', 'es_', 0)`;
  await wrangler(["d1", "execute", "DB", ...inState(state), "--command", insert], localEnvironment);
  service = await startOwnService(run, state, browserEnvironment, {
    PRIVATE_TARGETS: "localhost:*",
  });
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, "examples-"));
}, 180_000);

afterAll(async () => {
  await service.stop();
  await closeRun(run.folder);
  rmSync(folder, { recursive: true, force: true });
});

it.each([
  ...examples("README.md", "sh", "curl"),
  ...examples("README.md", "ts"),
  ...examples("docs/client.md", "ts"),
])("%s, example %i, works", async (_document, _number, code) => {
  const local = code.replaceAll("http://localhost:8787", service.url).replaceAll("es_…", key);
  const isShell = local.startsWith("curl");
  const file = join(folder, `example-${crypto.randomUUID()}.${isShell ? "sh" : "ts"}`);
  writeFileSync(file, local);
  const { exitCode, output } = await execute(isShell ? "bash" : process.execPath, file);
  expect(output).not.toMatch(/Error|undefined/);
  expect(exitCode, output).toBe(0);
});

it("leave the pictures they promise", () => {
  const files = readdirSync(folder);
  const head = (name: string) =>
    readFileSync(join(folder, name)).subarray(0, 12).toString("latin1");
  expect(files).toContain("welcome.png");
  expect(head("welcome.png")).toMatch(/^\x89PNG/);
  expect(head("page.webp")).toMatch(/^RIFF.*WEBP$/s);
});

/** The fenced blocks of a language, numbered from 1. */
function examples(document: string, language: string, start = ""): [string, number, string][] {
  const text = readFileSync(join(root, document), "utf8");
  const blocks = [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))]
    .map(([, code = ""]) => code)
    .filter((code) => code.startsWith(start));
  if (blocks.length === 0) throw new Error(`${document} has no example of that kind.`);
  return blocks.map((code, index) => [document, index + 1, code]);
}

function execute(program: string, file: string) {
  return new Promise<{ exitCode: number; output: string }>((resolve) => {
    execFile(
      program,
      [file],
      {
        cwd: folder,
        env: { ...process.env, EDGESHOT_URL: service.url, EDGESHOT_KEY: key },
        timeout: 90_000,
      },
      (error, stdout, stderr) =>
        resolve({
          exitCode: error === null ? 0 : Number(error.code ?? 1),
          output: stdout + stderr,
        }),
    );
  });
}
