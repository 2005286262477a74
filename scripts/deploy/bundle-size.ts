// Checks that the Worker is small enough for Cloudflare, and that a new isolate evaluates little of it.
import { readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

/** The uncompressed size limit of all plans (developers.cloudflare.com/changelog/post/2026-09-04-increased-worker-size-limit). */
const MAX_BUNDLE_KIB = 64 * 1024;

/**
 * The code that a new isolate evaluates before its first request. docs/benchmarks.md "Start" has its CPU time. A module that no
 * capture needs is loaded with `await import()`.
 */
const MAX_START_KIB = 1_050;

/** The part of esbuild's metafile that the check uses. */
type Metafile = {
  inputs: Record<string, { imports: { path: string; kind: string; external?: boolean }[] }>;
  outputs: Record<
    string,
    { entryPoint?: string; inputs: Record<string, { bytesInOutput: number }> }
  >;
};

/** Throws an Error when the Worker is too large. `printed` is the output of "wrangler deploy --dry-run". */
export function assertBundleFits(printed: string): void {
  // With FORCE_COLOR, wrangler ignores NO_COLOR.
  const size = /Total Upload: ([\d.]+) KiB/.exec(stripVTControlCharacters(printed))?.[1];
  if (size === undefined)
    throw new Error(`The output of wrangler does not contain the size of the Worker:\n${printed}`);
  if (Number(size) <= MAX_BUNDLE_KIB) return;
  throw new Error(
    `The Worker has ${size} KiB. Cloudflare allows ${MAX_BUNDLE_KIB} KiB. ` +
      "Find large modules: npx wrangler deploy --dry-run --metafile",
  );
}

/**
 * Returns a sentence with the size of the code that a new isolate evaluates. Throws an Error with its largest packages when it is
 * above the maximum. `path` is the file of "wrangler deploy --metafile".
 */
export function describeStartCode(path: string): string {
  const { inputs, outputs } = JSON.parse(readFileSync(path, "utf8")) as Metafile; // esbuild's format
  const worker = Object.values(outputs).find(({ entryPoint }) => entryPoint !== undefined);
  const evaluated = new Set<string>();
  const visit = (module: string) => {
    if (evaluated.has(module)) return;
    evaluated.add(module);
    for (const imported of inputs[module]?.imports ?? [])
      if (imported.kind !== "dynamic-import") visit(imported.path);
  };
  visit(worker?.entryPoint ?? "");
  const parts = new Map<string, number>();
  for (const [module, { bytesInOutput }] of Object.entries(worker?.inputs ?? {})) {
    if (!evaluated.has(module)) continue;
    const name = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module)?.[1] ?? "src";
    parts.set(name, (parts.get(name) ?? 0) + bytesInOutput / 1024);
  }
  const total = [...parts.values()].reduce((sum, size) => sum + size, 0);
  const text = `A new isolate evaluates ${total.toFixed(0)} KiB.`;
  if (total <= MAX_START_KIB) return text;
  const largest = [...parts].toSorted(([, a], [, b]) => b - a).slice(0, 5);
  throw new Error(
    `${text} The maximum is ${MAX_START_KIB} KiB. Load modules that captures do not need with await import(). ` +
      `The largest packages: ${largest.map(([name, size]) => `${name} ${size.toFixed(0)} KiB`).join(", ")}.`,
  );
}
