// Runs the examples of the documents against a real service with its own browser.
import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { prepareBrowser } from "../../scripts/local/browser.ts";
import {
  createState,
  inState,
  type IsolatedService,
  startIsolatedService,
} from "../../scripts/local/isolated-service.ts";
import { cache, root } from "../../scripts/lib/paths.ts";
import { closeRun, openRun } from "../../scripts/local/runs.ts";
import { localEnvironment, wrangler } from "../../scripts/lib/wrangler.ts";
import { createApiKey, hashApiKey } from "../../src/lib/secrets.ts";

const key = createApiKey();
const run = openRun();
let service: IsolatedService;
/** Inside the repository, so that "edgeshot/client" resolves to the export of the repository. */
let folder: string;

beforeAll(async () => {
  const [state, browserEnvironment] = await Promise.all([createState(run), prepareBrowser()]);
  const insert = `
    INSERT INTO accounts (id, name, plan, created_at) VALUES ('a', 'examples', 'business', 0);
    INSERT INTO api_keys (id, account_id, name, secret_hash, prefix, created_at)
      VALUES ('k', 'a', 'examples', '${await hashApiKey(key)}', 'es_', 0)`;
  await wrangler(["d1", "execute", "DB", ...inState(state), "--command", insert], localEnvironment);
  service = await startIsolatedService(run, state, browserEnvironment, {
    PRIVATE_TARGETS: "localhost:*",
    SECRET_KEY: "a master key that only the tests know",
  });
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, "examples-"));
}, 180_000);

afterAll(async () => {
  await service.stop();
  await closeRun(run.folder);
  rmSync(folder, { recursive: true, force: true });
});

it.each([...examples("README.md", "sh", "curl"), ...examples("docs/client.md", "ts")])(
  "The example in %s, number %i, works.",
  async (_document, _number, code) => {
    await expectToWork(localize(code), code.startsWith("curl") ? "sh" : "ts");
  },
);

const guides = readdirSync(join(root, "docs/guides")).map((name) => `docs/guides/${name}`);
const hasPython = spawnSync("python3", ["--version"]).status === 0;

it.each(guides.filter((guide) => has(guide, "sh")))(
  "The commands in %s work, one after the other.",
  async (guide) => {
    const commands = blocks(readText(guide), "sh").join("\n");
    await expectToWork(localize(`set -e\n${commands}`), "sh");
  },
);

it.each(guides.filter((guide) => has(guide, "ts")))("The programs in %s work.", async (guide) => {
  for (const code of blocks(readText(guide), "ts"))
    if (!code.includes("createServer")) await expectToWork(localize(code), "ts");
});

// The last line of a run counts these tests as skipped on a machine without Python.
describe.skipIf(!hasPython)("Python", () => {
  it.each(guides.filter((guide) => has(guide, "py")))("The programs in %s work.", async (guide) => {
    for (const code of blocks(readText(guide), "py")) await expectToWork(localize(code), "py");
  });

  it("The receiver in docs/guides/webhooks.md accepts signed events and refuses others.", async () => {
    const [verify] = blocks(readText("docs/guides/webhooks.md"), "py");
    const [body, headers] = signedEvent(secret);
    await expectToWork(
      `${verify}
headers = ${JSON.stringify(headers)}
assert verify(${JSON.stringify(body)}.encode(), headers, "${secret}")
assert not verify(b"{}", headers, "${secret}")
assert not verify(${JSON.stringify(body)}.encode(), {**headers, "webhook-timestamp": "1"}, "${secret}")`,
      "py",
    );
  });
});

it("The receiver in docs/guides/webhooks.md accepts signed events and refuses others.", async () => {
  const [body, headers] = signedEvent(secret);
  const [, receiver = ""] = blocks(readText("docs/guides/webhooks.md"), "ts");
  const output = await expectToWork(
    `process.env.WEBHOOK_SECRET = "${secret}";
     process.env.PORT = "0";
     ${receiver.replace("}).listen(", "}).once('listening', test).listen(")}
     async function test(this: import("node:net").Server) {
       const { port } = this.address() as import("node:net").AddressInfo;
       for (const [body, status] of [[${JSON.stringify(body)}, 204], ["{}", 401]] as const) {
         const init = { method: "POST", body, headers: ${JSON.stringify(headers)} };
         const answer = await fetch(\`http://localhost:\${port}/\`, init);
         if (answer.status !== status) throw new Error(\`answered \${answer.status}\`);
       }
       process.exit();
     }`,
    "ts",
  );
  expect(output).toContain("received screenshot.completed");
});

it("The MCP configuration in docs/guides/mcp.md connects to the tools.", async () => {
  await expectToConnect("docs/guides/mcp.md");
});

it("The capture command in README.md writes a PNG.", async () => {
  const [code] = blocks(readText("README.md"), "sh", "npm run -s shot");
  const file = join(folder, "shot.png");
  await expectToWork(localize(code).replace("page.png", `'${file}'`), "sh");
  expect(readFileSync(file).subarray(1, 4).toString()).toBe("PNG");
});

it("The capture command writes to the folder in which it was called.", async () => {
  await expectToWork(`npm --prefix '${root}' run -s shot -- ${service.url} -o here.webp`, "sh");
  expect(readFileSync(join(folder, "here.webp")).subarray(8, 12).toString()).toBe("WEBP");
});

it("The signed link in docs/api.md answers with the image.", async () => {
  const [code] = blocks(readText("docs/api.md"), "sh", "npm run -s link");
  const link = await expectToWork(localize(code), "sh");
  const answer = await fetch(link.trim());
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
});

it("The webhook receiver in docs/api.md accepts a signed event and saves its image address.", async () => {
  const [code] = blocks(readText("docs/api.md"), "js");
  const [body, headers] = signedEvent(secret);
  await expectToWork(
    `const [rawBody, headers] = ${JSON.stringify([body, headers])};
     const [saved, isNew] = [[], () => true];
     const save = (url) => saved.push(url);
     process.env.WEBHOOK_SECRET = "${secret}";
     ${code}
     if (saved[0] !== "https://shots.example.com/images/a.png") throw new Error("nothing was saved");`,
    "ts",
  );
});

it("The webhook receiver in docs/client.md accepts signed events and refuses others.", async () => {
  const [code] = blocks(readText("docs/client.md"), "ts", "import { verifyWebhook }");
  writeFileSync(join(folder, "receiver.ts"), code.replace("whsec_…", secret));
  const [body, headers] = signedEvent(secret);
  await expectToWork(
    `import receiver from "./receiver.ts";
     for (const [body, status] of [[${JSON.stringify(body)}, 204], ["{}", 401]]) {
       const init = { method: "POST", body, headers: ${JSON.stringify(headers)} };
       const answer = await receiver.fetch(new Request("https://receiver.example.com/", init));
       if (answer.status !== status) throw new Error(\`answered \${answer.status}\`);
     }`,
    "ts",
  );
});

it("The MCP configuration in docs/api.md connects to the tools.", async () => {
  await expectToConnect("docs/api.md");
});

async function expectToConnect(document: string): Promise<void> {
  const [code] = blocks(readText(document), "json");
  const { mcpServers } = JSON.parse(localize(code)) as {
    mcpServers: { edgeshot: { url: string; headers: Record<string, string> } };
  };
  const { url, headers } = mcpServers.edgeshot;
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
  );
  expect(await client.callTool({ name: "edgeshot_usage", arguments: {} })).toMatchObject({
    content: [{ type: "text", text: expect.stringContaining('"success":true') }],
  });
  await client.close();
}

it("The example in /llms.txt works.", async () => {
  const text = await (await fetch(`${service.url}/llms.txt`)).text();
  const [code] = blocks(text, "sh");
  await expectToWork(code.replace("https://example.com", service.url), "sh");
});

const secret = `whsec_${Buffer.from("a secret of 24 characters").toString("base64")}`;

/** Returns body and headers of a delivery that was just signed. */
function signedEvent(by: string): [body: string, headers: Record<string, string>] {
  const screenshot = { _id: "a", imageUrl: "https://shots.example.com/images/a.png" };
  const body = JSON.stringify({
    event: "screenshot.completed",
    event_id: "evt_1",
    data: { screenshot },
  });
  const now = new Date();
  const signature = new Webhook(by).sign("evt_1", now, body);
  return [
    body,
    {
      "webhook-id": "evt_1",
      "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
      "webhook-signature": signature,
    },
  ];
}

const programs = { sh: "bash", ts: process.execPath, py: "python3" };

/** Replaces the service, the key and the page of an example with those of this test. */
function localize(code: string): string {
  return code
    .replaceAll("http://localhost:8787", service.url)
    .replaceAll(/https:\/\/example\.com\/?/g, `${service.url}/`)
    .replaceAll("es_…", key);
}

/** Runs the code and returns its output. */
async function expectToWork(code: string, kind: keyof typeof programs): Promise<string> {
  const file = join(folder, `example-${crypto.randomUUID()}.${kind}`);
  writeFileSync(file, code);
  const { exitCode, output } = await execute(programs[kind], file);
  expect(output).not.toMatch(/Error|undefined/);
  expect(exitCode, output).toBe(0);
  return output;
}

it("The examples write the images that they name.", () => {
  const files = readdirSync(folder);
  const head = (name: string) =>
    readFileSync(join(folder, name)).subarray(0, 12).toString("latin1");
  expect(files).toContain("welcome.png");
  expect(head("welcome.png")).toMatch(/^\x89PNG/);
  expect(head("page.webp")).toMatch(/^RIFF.*WEBP$/s);
  expect(head("invoice.pdf")).toMatch(/^%PDF/);
  expect(head("from-client.png")).toMatch(/^\x89PNG/);
});

/** Returns the fenced blocks of a language as test cases, numbered from 1. */
function examples(document: string, language: string, start = ""): [string, number, string][] {
  return blocks(readText(document), language, start).map((code, index) => [
    document,
    index + 1,
    code,
  ]);
}

function has(document: string, language: string): boolean {
  return readText(document).includes(`\n\`\`\`${language}\n`);
}

function blocks(text: string, language: string, start = ""): [string, ...string[]] {
  const [first, ...rest] = [
    ...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms")),
  ]
    .map(([, code = ""]) => code)
    .filter((code) => code.startsWith(start));
  if (first === undefined)
    throw new Error(
      `No ${language} example starts with "${start}". Update the document or this test.`,
    );
  return [first, ...rest];
}

function readText(document: string): string {
  return readFileSync(join(root, document), "utf8");
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
