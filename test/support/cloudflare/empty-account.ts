// An account at the stand-in for Cloudflare's API, to which the scripts of this process lead.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { startCloudflareApi } from "./api.ts";

const root = join(import.meta.dirname, "../../..");

/** `home`: one of its own, where nobody is logged in. To be called inside a test, at whose end everything is as before. */
export async function emptyAccount() {
  const api = await startCloudflareApi();
  onTestFinished(() => api.stop());
  const home = temporaryFolder();
  const environment = {
    ...api.environment,
    HOME: home,
    TMPDIR: home,
    XDG_CONFIG_HOME: join(home, ".config"),
    // Otherwise the checkout would remember this account.
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
