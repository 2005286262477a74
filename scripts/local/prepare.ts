// Prepares everything that the local service needs before it starts.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { randomBase62 } from "../../src/lib/secrets.ts";
import { prepareBlockingData } from "../blocking/blocking-data.ts";
import { prepareClient } from "../client/build-client.ts";
import { buildPageAssets } from "../guides/page-assets.ts";
import { applyLocalMigrations } from "../lib/database.ts";
import { root } from "../lib/paths.ts";
import { replaceFile } from "../lib/replace-file.ts";
import { prepareBrowser } from "./browser.ts";
import { type Demo, ensureDemo } from "./demo-account.ts";
import { prepareReference } from "./reference.ts";
import { closeAbandonedRuns } from "./runs.ts";

/** wrangler dev reads secrets from this file. */
const secretsFile = join(root, ".dev.vars");

/** Prepares browser, database and demo account. Ends processes that an earlier run left behind. */
export async function prepareService(): Promise<{
  demo: Demo;
  browserEnvironment: Record<string, string>;
}> {
  await closeAbandonedRuns();
  ensureSecretKey();
  buildPageAssets();
  const [browserEnvironment] = await Promise.all([
    prepareBrowser(),
    applyLocalMigrations(),
    prepareReference(),
    prepareBlockingData(),
    prepareClient(),
  ]);
  return { browserEnvironment, demo: await ensureDemo() };
}

/** Adds a random SECRET_KEY to the secrets file unless it has one. Every other line stays unchanged. */
function ensureSecretKey(): void {
  const lines = existsSync(secretsFile) ? readFileSync(secretsFile, "utf8") : "";
  if (/^SECRET_KEY\s*=/m.test(lines)) return;
  const separator = lines === "" || lines.endsWith("\n") ? "" : "\n";
  replaceFile(secretsFile, `${lines}${separator}SECRET_KEY="${randomBase62(44)}"\n`, 0o600);
}
