// Checks the OpenAPI document with linters and code generators. They are installed apart from the dependencies, because of
// their size and because they need TypeScript 5.
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { buildOpenApi } from "../../src/http/docs/openapi.ts";
import { cache } from "../lib/paths.ts";

const run = promisify(execFile);

const folder = join(cache, "openapi-tools");

const TOOLS = {
  "@hey-api/openapi-ts": "0.99.0",
  "@redocly/cli": "2.77.0",
  "@stoplight/spectral-cli": "6.16.3",
  "openapi-typescript": "7.13.0",
  typescript: "5.9.3",
};

/** The generator emits `string` for binary bodies unless its caller maps them, as its documentation recommends. */
const GENERATE = `
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { readFileSync, writeFileSync } from "node:fs";
const blob = ts.factory.createTypeReferenceNode("Blob");
const document = JSON.parse(readFileSync("openapi.json", "utf8"));
const transform = ({ format }) => (format === "binary" ? blob : undefined);
writeFileSync("types.ts", astToString(await openapiTS(document, { transform })));
`;

/** This program compiles only if both generators use a binary type for the image. */
const USE_TYPES = `
import type { components, operations } from "./types.ts";
import type { CaptureResponses, Screenshot } from "./hey-api/types.gen.ts";
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
export const one: Same<operations["capture"]["responses"][200]["content"]["image/png"], Blob> = true;
export const other: Same<CaptureResponses[200], Blob | File> = true;
export const urls = (a: components["schemas"]["Screenshot"], b: Screenshot) => [a.imageUrl, b.imageUrl];
`;

/** Throws an Error with the report of the first tool that finds a problem. */
export async function checkOpenApi(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await installTools();
  write("openapi.json", JSON.stringify(buildOpenApi(), null, 2));
  write(".spectral.yaml", "extends: [spectral:oas]\n");
  write("generate.mjs", GENERATE);
  write("use-types.ts", USE_TYPES);

  await tool("spectral", "lint", "openapi.json", "--fail-severity", "hint");
  const report = await tool(
    "redocly",
    "lint",
    "openapi.json",
    "--extends",
    "recommended",
    "--format",
    "json",
  );
  const { totals } = JSON.parse(report) as { totals: { errors: number; warnings: number } };
  if (totals.errors + totals.warnings > 0) throw new Error(report);
  await execute(process.execPath, ["generate.mjs"]);
  await tool("openapi-ts", "-i", "openapi.json", "-o", "hey-api");
  const options = "--noEmit --strict --skipLibCheck --target es2022 --lib es2022,dom,dom.iterable";
  const modules = "--module esnext --moduleResolution bundler --allowImportingTsExtensions";
  await tool("tsc", ...options.split(" "), ...modules.split(" "), "use-types.ts");
  console.log("The OpenAPI document has no warnings, and the generated types compile.");
}

async function installTools(): Promise<void> {
  const manifest = JSON.stringify({ private: true, type: "module", dependencies: TOOLS });
  const marker = join(folder, `installed-${Object.values(TOOLS).join("-")}`);
  if (existsSync(marker)) return;
  write("package.json", manifest);
  await execute("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error"]);
  writeFileSync(marker, "");
}

function tool(name: string, ...args: string[]): Promise<string> {
  return execute(join(folder, "node_modules/.bin", name), args);
}

/** Returns stdout. Throws an Error with all output when the program fails. */
async function execute(program: string, args: string[]): Promise<string> {
  try {
    const { stdout } = await run(program, args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} failed:\n${stdout}${stderr}`, { cause: error });
  }
}

function write(file: string, content: string): void {
  writeFileSync(join(folder, file), content);
}
