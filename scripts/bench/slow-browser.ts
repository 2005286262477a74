// A browser that is further away: every message to and from its debugging port takes its time.
import { chmodSync, globSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Run } from "../local/runs.ts";

/**
 * The environment under which wrangler finds the same browser behind a proxy that adds `delayMs` to each round trip;
 * the given environment where that is nothing.
 */
export function slowBrowserEnvironment(
  run: Run,
  browserEnvironment: Record<string, string>,
  delayMs: number,
): Record<string, string> {
  if (delayMs === 0) return browserEnvironment;
  const near = browserEnvironment["XDG_CACHE_HOME"] ?? "";
  const far = join(run.folder, `browser-${delayMs}`);
  for (const program of globSync(join(near, ".wrangler/chrome/*/*/chrome"))) {
    const path = join(far, relative(near, program));
    mkdirSync(dirname(path), { recursive: true });
    const proxy = join(import.meta.dirname, "slow-browser-proxy.ts");
    const command = [process.execPath, proxy, String(delayMs), program].map((part) => `'${part}'`);
    writeFileSync(path, `#!/bin/sh\nexec ${command.join(" ")} "$@"\n`);
    chmodSync(path, 0o755);
    writeFileSync(join(dirname(path), "../.miniflare-install-complete"), "");
  }
  return { ...browserEnvironment, XDG_CACHE_HOME: far };
}
