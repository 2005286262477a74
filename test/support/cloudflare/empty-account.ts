// Provides an empty account of the fake Cloudflare API to the scripts of this process.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { startCloudflareApi } from "./api.ts";

/** Starts the fake API and an empty home folder without a login. Call this inside a test; it cleans up at the end. */
export async function emptyAccount() {
  const api = await startCloudflareApi();
  onTestFinished(() => api.stop());
  const home = temporaryFolder();
  const environment = {
    ...api.environment,
    HOME: home,
    TMPDIR: home,
    XDG_CONFIG_HOME: join(home, ".config"),
    // By default, wrangler stores the account in the checkout.
    WRANGLER_CACHE_DIR: join(home, "cache"),
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  return { api, home };
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "deploy-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
