// Provides an empty account of the fake Cloudflare API to the scripts of this process.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { startCloudflareApi } from "./api.ts";

const root = join(import.meta.dirname, "../../..");

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

export function npmRun(args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile("npm", ["run", ...args], { cwd: root }, (error, stdout, stderr) =>
      resolve({
        code: error === null ? 0 : Number(error.code),
        output: error === null ? stdout : stdout + stderr,
      }),
    );
  });
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "deploy-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
