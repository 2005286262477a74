// Places the resources of a deployment in the region of REGION.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isRegion, type Region, regions } from "../../src/lib/regions.ts";
import { readConfig } from "../lib/config.ts";
import { root } from "../lib/paths.ts";

/**
 * The generated configuration. It is in the folder of wrangler.toml, because paths in a configuration are relative to its
 * folder.
 */
const PLACED_CONFIG = join(root, ".wrangler.placed.toml");

/** Returns the region in wrangler.toml. Undefined: Cloudflare decides. */
export function configuredRegion(): Region | undefined {
  const region = readConfig().vars["REGION"] ?? "";
  return isRegion(region) ? region : undefined;
}

/** Returns the location hint for a new database or bucket, as arguments of wrangler. */
export function locationArguments(region: Region | undefined): string[] {
  return region === undefined ? [] : ["--location", region];
}

/**
 * Runs "wrangler deploy" with a configuration that places the Worker in the region. Without REGION, or with a [placement]
 * in wrangler.toml, uses wrangler.toml unchanged.
 */
export async function withPlacement<T>(
  region: Region | undefined,
  run: (args: string[]) => Promise<T>,
): Promise<T> {
  if (region === undefined || readConfig().placement !== undefined) return run([]);
  const config = readFileSync(join(root, "wrangler.toml"), "utf8");
  writeFileSync(PLACED_CONFIG, `${config}\n[placement]\nregion = "${regions[region]}"\n`);
  try {
    return await run(["--config", PLACED_CONFIG]);
  } finally {
    rmSync(PLACED_CONFIG, { force: true });
  }
}
