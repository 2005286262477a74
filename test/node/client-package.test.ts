// Installs the package of the client into an empty project, and uses it as its users do.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { createContext, runInContext } from "node:vm";
import { ts } from "@ts-morph/common";
import { build, type BuildOptions } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { unstable_startWorker } from "wrangler";
import { buildOnce } from "../../scripts/lib/build-once.ts";
import { assetsFolder, root } from "../../scripts/lib/paths.ts";

const run = promisify(execFile);

/** Simulates the service: returns a file for captures and 404 for records. */
const server = createServer((request, response) => {
  const isCapture = request.url === "/v1/capture" && request.headers["x-api-key"] === "es_key";
  response.writeHead(isCapture ? 200 : 404, {
    "Content-Type": isCapture ? "image/webp" : "application/json",
    "X-Remaining-Credits": "41",
    "Access-Control-Allow-Origin": "*",
  });
  response.end(isCapture ? "RIFF" : '{"error":{"code":"not_found","message":"Not found."}}');
});

let folder: string;
let baseUrl: string;

const CODE = `
import { Edgeshot, EdgeshotError, verifyWebhook } from "edgeshot/client";

export async function useClient(baseUrl) {
  const edgeshot = new Edgeshot({ baseUrl, apiKey: "es_key" });
  const options = { format: "webp", full_page: true };
  const { bytes, remainingCredits } = await edgeshot.capture({ url: "https://example.com/", options });
  const code = await edgeshot.get("none").catch((error) => error instanceof EdgeshotError && error.code);
  const expiresAt = new Date("2030-01-01");
  const link = new URL(await edgeshot.link({ url: "https://example.com/" }, { expiresAt }));
  const invalid = await verifyWebhook({ body: "{}", headers: {}, secret: "whsec_" }).catch(() => "invalid");
  return [bytes.length, remainingCredits, code, link.searchParams.get("expires"), invalid].join(" ");
}
`;
const RESULT = "4 41 not_found 1893456000 invalid";

const TYPED_CODE = `
import { type CaptureOptionsInput, Edgeshot, EdgeshotError, type ErrorCode, verifyWebhook } from "edgeshot/client";

const edgeshot = new Edgeshot({ baseUrl: "https://shots.example.com", apiKey: "es_key" });
const options: CaptureOptionsInput = { format: "webp", clip: { x: 0, y: 0, width: 10, height: 10 } };
export const length: number = (await edgeshot.capture({ url: "https://example.com/", options: { delay: 10 } })).bytes.length;
export const records = (await edgeshot.list({ status: "failed", startDate: new Date() })).data;
export const width: number | undefined = records[0]?.metadata.dimensions?.width;
export const hook = await edgeshot.webhooks.create({ url: "https://example.com/", events: ["batch.completed"] });
export const secret: string = hook.secret;
export const event: { event: string } = await verifyWebhook({ body: "", headers: new Headers(), secret });
export const monitor = await edgeshot.monitors.create({
  name: "Prices",
  url: "https://example.com/",
  schedule: { every: "6h" },
});
export const runs: string[] = (await edgeshot.monitors.runs(monitor._id)).map(({ status }) => status);
export const region = (await edgeshot.compare({ before: "a", after: "b" })).regions[0];
export const code: ErrorCode | "unexpected_answer" | undefined =
  region instanceof EdgeshotError ? region.code : undefined;
// @ts-expect-error an unknown option
await edgeshot.capture({ url: "https://example.com/", options: { ...options, fullPage: true } });
// @ts-expect-error a URL and a document
await edgeshot.capture({ url: "https://example.com/", html: "<p>Hi</p>" });
// @ts-expect-error an unknown status
await edgeshot.list({ status: "done" });
`;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  folder = mkdtempSync(join(tmpdir(), "edgeshot-client-"));
  write("package.json", '{"private": true, "type": "module"}');
  write("use-client.js", CODE);
  write(
    "main.js",
    `import { useClient } from "./use-client.js"; console.log(await useClient("${baseUrl}"));`,
  );
  write(
    "worker.js",
    `import { useClient } from "./use-client.js"; export default { fetch: async () => new Response(await useClient("${baseUrl}")) };`,
  );
  write(
    "wrangler.json",
    '{"name": "client", "main": "worker.js", "compatibility_date": "2026-11-01"}',
  );
  write("typed.ts", TYPED_CODE);
  const tarball = join(assetsFolder, "client.tgz");
  await run("npm", ["install", tarball, "--offline", "--no-audit", "--no-fund"], { cwd: folder });
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

it("The package has no dependencies, and its files are small.", () => {
  const modules = readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."));
  expect(modules).toEqual(["edgeshot"]);
  expect(readFileSync(join(assetsFolder, "client.js")).byteLength).toBeLessThan(30_000);
  expect(readFileSync(join(assetsFolder, "client.tgz")).byteLength).toBeLessThan(30_000);
});

it("The package works in every installed version of Node.", async () => {
  const programs = new Set([process.execPath, ...(await findNodePrograms())]);
  for (const program of programs) {
    const { stdout } = await run(program, ["main.js"], { cwd: folder });
    expect(stdout.trim(), program).toBe(RESULT);
  }
});

it("The export of the repository's own package works.", async () => {
  const other = join(folder, "other");
  const installed = join(other, "node_modules/edgeshot");
  mkdirSync(installed, { recursive: true });
  await run("npm", ["pack", "--ignore-scripts", "--pack-destination", other], { cwd: root });
  const [packed = ""] = readdirSync(other).filter((name) => name.endsWith(".tgz"));
  await run("tar", ["-xzf", join(other, packed), "-C", installed, "--strip-components=1"]);
  for (const file of ["package.json", "use-client.js", "main.js"])
    writeFileSync(join(other, file), readFileSync(join(folder, file)));
  const { stdout } = await run(process.execPath, ["main.js"], { cwd: other });
  expect(stdout.trim()).toBe(RESULT);
});

it("The package works with the module conditions of Bun.", async () => {
  const code = await bundle("main.js", {
    platform: "neutral",
    conditions: ["bun", "import"],
    format: "esm",
  });
  write("bun.mjs", code);
  const { stdout } = await run(process.execPath, ["bun.mjs"], { cwd: folder });
  expect(stdout.trim()).toBe(RESULT);
});

it("The package works in a browser bundle, with nothing but the web platform.", async () => {
  const code = await bundle("use-client.js", {
    platform: "browser",
    format: "iife",
    globalName: "bundle",
  });
  const web = {
    fetch,
    Request,
    Response,
    Headers,
    URL,
    URLSearchParams,
    AbortSignal,
    TextEncoder,
    crypto,
    atob,
    setTimeout,
  };
  const context = createContext({ ...web, Uint8Array, Date });
  const result: unknown = await runInContext(`${code}; bundle.useClient("${baseUrl}")`, context);
  expect(result).toBe(RESULT);
});

it("The package works in a Worker.", async () => {
  const worker = await unstable_startWorker({
    name: "client",
    config: join(folder, "wrangler.json"),
    dev: { server: { port: 0 }, inspector: false, logLevel: "error", watch: false },
  });
  try {
    const answer = await worker.fetch("http://worker.example/");
    expect(await answer.text()).toBe(RESULT);
  } finally {
    await worker.dispose();
  }
});

const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  // Checks the declarations of the package, too.
  skipLibCheck: false,
  noEmit: true,
  target: "es2022",
  types: [],
};

it.each([
  ["bundler", "esnext"],
  ["nodenext", "nodenext"],
])(
  "The types work in TypeScript 5 and 7 with the module resolution %s.",
  async (moduleResolution, module) => {
    const options = { ...compilerOptions, moduleResolution, module, lib: ["es2022", "dom"] };
    write("tsconfig.json", JSON.stringify({ compilerOptions: options, files: ["typed.ts"] }));
    const seven = await run(join(root, "node_modules/.bin/tsc"), ["-p", folder]).catch(
      (error: { stdout: string }) => error,
    );
    expect(seven.stdout).toBe("");
    expect(checkWithTypeScript5()).toEqual([]);
  },
);

it("A build runs again only after a change of an input or an output.", async () => {
  const [input = "", output = "", record = ""] = ["input", "output", "record"].map((name) =>
    join(folder, "build", name),
  );
  const build = () =>
    buildOnce({ inputs: [input], outputs: [output], record }, async () =>
      writeFileSync(output, `built from ${readFileSync(input, "utf8")}`),
    );
  mkdirSync(join(folder, "build"));
  writeFileSync(input, "a");
  expect([await build(), await build()]).toEqual([true, false]);
  writeFileSync(input, "b");
  expect([await build(), await build()]).toEqual([true, false]);
  writeFileSync(output, "damaged");
  expect([await build(), await build()]).toEqual([true, false]);
  expect(readFileSync(output, "utf8")).toBe("built from b");
  rmSync(output);
  expect([await build(), await build()]).toEqual([true, false]);
});

/** Returns the errors of TypeScript 5. Its library files are those of TypeScript 7. */
function checkWithTypeScript5(): string[] {
  expect(ts.version).toMatch(/^5\./);
  const config = ts.getParsedCommandLineOfConfigFile(
    join(folder, "tsconfig.json"),
    { skipDefaultLibCheck: true },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined },
  );
  const host = ts.createCompilerHost(config?.options ?? {});
  const library = join(
    root,
    `node_modules/@typescript/typescript-${process.platform}-${process.arch}/lib`,
  );
  host.getDefaultLibLocation = () => library;
  host.getDefaultLibFileName = () => join(library, "lib.d.ts");
  const program = ts.createProgram(config?.fileNames ?? [], config?.options ?? {}, host);
  return ts
    .getPreEmitDiagnostics(program)
    .filter(({ file }) => file === undefined || dirname(file.fileName) !== library)
    .map(
      ({ messageText, file }) =>
        `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
    );
}

async function findNodePrograms(): Promise<string[]> {
  const folders = (process.env["PATH"] ?? "").split(":");
  const programs = folders.map((path) => join(path, "node"));
  const runnable = await Promise.all(
    programs.map(async (program) => {
      // A folder in PATH may contain no Node, or a version that the client does not support.
      const version = await run(program, ["--version"]).catch(() => ({ stdout: "v0" }));
      return Number.parseInt(version.stdout.slice(1), 10) >= 20 ? [program] : [];
    }),
  );
  return runnable.flat();
}

async function bundle(file: string, options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(folder, file)],
    bundle: true,
    write: false,
    ...options,
  });
  return outputFiles?.[0]?.text ?? "";
}

function write(file: string, content: string): void {
  writeFileSync(join(folder, file), content);
}
