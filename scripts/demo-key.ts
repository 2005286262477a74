// The local account that works from the first start on, and its key: the database keeps only the key's hash.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createApiKey } from "../src/lib/secrets.ts";
import { ensureKey } from "./accounts.ts";
import { cache } from "./paths.ts";
import { replaceFile } from "./replace-file.ts";

const ACCOUNT = "demo";
const keyFile = join(cache, "demo-key");

/** The key that worked last time, or a new one where there is none or it has been revoked. */
export async function ensureDemoKey(): Promise<string> {
  const known = readDemoKey();
  if (known !== undefined && (await ensureKey(known, ACCOUNT, "business", "local"))) return known;

  const key = createApiKey();
  await ensureKey(key, ACCOUNT, "business", "local");
  replaceFile(keyFile, `${key}\n`, 0o600);
  return key;
}

export function readDemoKey(): string | undefined {
  return existsSync(keyFile) ? readFileSync(keyFile, "utf8").trim() : undefined;
}
