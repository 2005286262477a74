// Starts an isolated service for a benchmark, with an account without limits.
import { cpSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { createId } from "../../src/lib/ids.ts";
import { createApiKey, hashApiKey, keyPrefix } from "../../src/lib/secrets.ts";
import { clientOf, type Service } from "../../test/bench/subjects.ts";
import { quote } from "../lib/database.ts";
import { createState, inState, startIsolatedService } from "../local/isolated-service.ts";
import type { Run } from "../local/runs.ts";
import { localEnvironment, wrangler } from "../lib/wrangler.ts";

/** A state folder to copy, its first account, and one API key of each account. */
export type Template = { folder: string; accountId: string; keys: string[] };

const ACCOUNTS = 10;

const UNLIMITED = 1_000_000_000;

/** Creates a database with accounts without practical limits. */
export async function createTemplate(run: Run): Promise<Template> {
  const folder = await createState(run);
  const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, createAccount));
  const statements = accounts.flatMap((account) => account.statements);
  const command = ["--yes", "--command", statements.join(";\n")];
  await wrangler(["d1", "execute", "DB", ...inState(folder), ...command], localEnvironment);
  return { folder, accountId: accounts[0]?.id ?? "", keys: accounts.map(({ key }) => key) };
}

async function createAccount(): Promise<{ id: string; key: string; statements: string[] }> {
  const key = createApiKey();
  const now = new Date();
  const id = createId(now);
  const keyValues = [createId(now), id, "bench", await hashApiKey(key), keyPrefix(key)];
  const statements = [
    `INSERT INTO accounts (id, name, plan, monthly_screenshots, storage_bytes, requests_per_minute, created_at)
     VALUES (${quote(id)}, ${quote(id)}, 'business', ${UNLIMITED}, ${UNLIMITED * 1_000}, ${UNLIMITED}, ${now.getTime()})`,
    `INSERT INTO api_keys (id, account_id, name, secret_hash, prefix, created_at)
     VALUES (${keyValues.map(quote).join(", ")}, ${now.getTime()})`,
  ];
  return { id, key, statements };
}

/**
 * Resolves when GET /health returns 200. `variables` override the environment, which overrides wrangler.toml. `folder` is
 * that of another checkout to start. Throws an Error with wrangler's output when the service does not become ready.
 */
export async function startBenchService(
  run: Run,
  template: Template,
  browserEnvironment: Record<string, string>,
  variables: Record<string, string>,
  folder?: string,
  entry?: string,
): Promise<Service> {
  const state = mkdtempSync(join(run.folder, "state-"));
  cpSync(template.folder, state, { recursive: true });
  const { BROWSER_SESSIONS, CAPTURES_PER_SESSION } = process.env;
  const { url, ...service } = await startIsolatedService(
    run,
    state,
    browserEnvironment,
    {
      PRIVATE_TARGETS: "localhost:*",
      BROWSER_SESSIONS,
      CAPTURES_PER_SESSION,
      ...variables,
    },
    entry,
    folder,
  );
  const [first, ...others] = template.keys.map((key) => clientOf(url, key));
  if (first === undefined) throw new Error("The template has no account.");
  return { ...service, ...first, others };
}
