// Everything that must be in place before the service can start.
import { prepareBlockingData } from "../blocking/blocking-data.ts";
import { prepareBrowser } from "./browser.ts";
import { applyLocalMigrations } from "../lib/database.ts";
import { type Demo, ensureDemo } from "./demo-account.ts";
import { closeAbandonedRuns } from "./runs.ts";
import { prepareReference } from "./reference.ts";
import { ensureSecretKey } from "./secret-key.ts";

/** Browser, database and the local account; ends what an earlier run left behind. */
export async function prepareService(): Promise<{
  demo: Demo;
  browserEnvironment: Record<string, string>;
}> {
  await closeAbandonedRuns();
  ensureSecretKey();
  const [browserEnvironment] = await Promise.all([
    prepareBrowser(),
    applyLocalMigrations(),
    prepareReference(),
    prepareBlockingData(),
  ]);
  return { browserEnvironment, demo: await ensureDemo() };
}
