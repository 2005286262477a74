// Everything that must be in place before the service can start.
import { prepareBlockingData } from "./blocking-data.ts";
import { prepareBrowser } from "./browser.ts";
import { applyLocalMigrations } from "./database.ts";
import { ensureDemoKey } from "./demo-key.ts";
import { closeAbandonedRuns } from "./runs.ts";
import { prepareReference } from "./reference.ts";
import { ensureSecretKey } from "./secret-key.ts";

/** Browser, database and local keys; ends what an earlier run left behind. */
export async function prepareService(): Promise<{
  key: string;
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
  return { browserEnvironment, key: await ensureDemoKey() };
}
