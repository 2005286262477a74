// Runs wrangler from the checkout, without an account, without metrics and without files outside the checkout.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { cache, root } from "./paths.ts";

export const wranglerProgram = join(root, "node_modules/wrangler/bin/wrangler.js");

/** For every wrangler that works locally; a deployed database needs the user's own settings, so it gets none of these. */
export const localEnvironment = {
  // Request.cf would be looked up on the network at every start.
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_SEND_METRICS: "false",
  // Each event of each request would be traced into a database of its own: a quarter of the runtime's work.
  X_LOCAL_OBSERVABILITY: "false",
  X_LOCAL_EXPLORER: "false",
  WRANGLER_HIDE_BANNER: "true",
  WRANGLER_WRITE_LOGS: "false",
  WRANGLER_REGISTRY_PATH: join(cache, "registry"),
};

/** Runs one wrangler command and returns what it printed. Throws an Error with wrangler's own words. */
export async function wrangler(
  args: string[],
  environment: Record<string, string>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [wranglerProgram, ...args],
      { cwd: root, env: { ...process.env, ...environment }, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else
          reject(new Error(`wrangler ${args.slice(0, 3).join(" ")} failed:\n${stdout}${stderr}`));
      },
    );
  });
}
