// Runs the wrangler of the checkout.
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { cache, root } from "./paths.ts";

export const wranglerProgram = join(root, "node_modules/wrangler/bin/wrangler.js");

/** The program that wranglerProgram starts in a second process, with these arguments. Short commands start it directly. */
const commandLine = [
  "--no-warnings",
  createRequire(join(root, "package.json")).resolve("wrangler"),
];

/** wrangler starts a third faster when Node caches its compiled code. */
const compileCache = { NODE_COMPILE_CACHE: join(cache, "compiled") };

/** Settings for local wrangler commands: no metrics, and no files outside the checkout. Remote commands use the user's settings. */
export const localEnvironment = {
  ...compileCache,
  // By default, wrangler requests the contents of Request.cf from the network at every start.
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_SEND_METRICS: "false",
  // By default, miniflare records each event of each request, which takes a quarter of the CPU time.
  X_LOCAL_OBSERVABILITY: "false",
  X_LOCAL_EXPLORER: "false",
  // By default, V8 lets the heaps grow by hundreds of megabytes before it collects them (docs/benchmarks.md "Hostile pages").
  // src/browser/message-memory.ts uses the function gc() of the second flag. The third flag is the limit, in megabytes, for the
  // first collection of a heap: the runtime has a heap for each simulated binding, and garbage also keeps native memory.
  MINIFLARE_WORKERD_V8_FLAGS: "--optimize-for-size --expose-gc --initial-old-space-size=4",
  WRANGLER_HIDE_BANNER: "true",
  WRANGLER_WRITE_LOGS: "false",
  WRANGLER_REGISTRY_PATH: join(cache, "registry"),
};

/** Runs one wrangler command and returns its output. Throws an Error with wrangler's message. */
export async function wrangler(
  args: string[],
  environment: Record<string, string>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [...commandLine, ...args],
      {
        cwd: root,
        env: { ...process.env, ...compileCache, ...environment },
        maxBuffer: 64 * 1024 * 1024,
      },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else
          reject(new Error(`wrangler ${args.slice(0, 3).join(" ")} failed:\n${stdout}${stderr}`));
      },
    );
  });
}
