// Simulates a distant browser: delays every message to and from its debugging port.
import { chmodSync, globSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Run } from "../local/runs.ts";

/**
 * Returns an environment in which wrangler finds the browser behind a proxy that adds `delayMs` to each round trip.
 * Returns the given environment when `delayMs` is 0.
 */
export function slowBrowserEnvironment(
  run: Run,
  browserEnvironment: Record<string, string>,
  delayMs: number,
): Record<string, string> {
  if (delayMs === 0) return browserEnvironment;
  const source = browserEnvironment["XDG_CACHE_HOME"] ?? "";
  const target = join(run.folder, `browser-${delayMs}`);
  for (const program of globSync(join(source, ".wrangler/chrome/*/*/chrome"))) {
    const path = join(target, relative(source, program));
    mkdirSync(dirname(path), { recursive: true });
    const proxy = join(import.meta.dirname, "slow-browser-proxy.ts");
    const command = [process.execPath, proxy, String(delayMs), program].map((part) => `'${part}'`);
    writeFileSync(path, `#!/bin/sh\nexec ${command.join(" ")} "$@"\n`);
    chmodSync(path, 0o755);
    writeFileSync(join(dirname(path), "../.miniflare-install-complete"), "");
  }
  return { ...browserEnvironment, XDG_CACHE_HOME: target };
}
