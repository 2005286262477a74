// Accesses the database, local or deployed, from the command line: migrations and single statements.
import { callCloudflare } from "../deploy/call-cloudflare.ts";
import { localEnvironment, wrangler } from "./wrangler.ts";

/** The binding in wrangler.toml. */
const DATABASE = "DB";

export type Row = Record<string, string | number | null>;

/** Applies all migrations to the local database. */
export async function applyLocalMigrations(): Promise<void> {
  await wrangler(["d1", "migrations", "apply", DATABASE, "--local"], localEnvironment);
}

/**
 * Runs statements in order and returns the rows of each. Escape values with `quote`. Repeats all statements if the database
 * is locked, so a statement may run twice.
 */
export async function runStatements(statements: string[], remote: boolean): Promise<Row[][]> {
  const location = remote ? "--remote" : "--local";
  const command = [
    "d1",
    "execute",
    DATABASE,
    location,
    "--json",
    "--yes",
    "--command",
    statements.join(";\n"),
  ];
  const results = remote ? await callCloudflare(...command) : await runLocally(command);
  // wrangler documents this shape for --json.
  return (JSON.parse(results) as { results: Row[] }[]).map(({ results: rows }) => rows);
}

/** Returns the text of an object in the bucket. */
export async function readObject(bucket: string, key: string, remote: boolean): Promise<string> {
  const command = ["r2", "object", "get", `${bucket}/${key}`, "--pipe"];
  if (remote) return callCloudflare(...command, "--remote");
  return wrangler([...command, "--local"], localEnvironment);
}

async function runLocally(command: string[], attempts = 10): Promise<string> {
  try {
    return await wrangler(command, localEnvironment);
  } catch (error) {
    const reason = String(error);
    // The running service holds the write lock.
    const isRetryable = reason.includes("SQLITE_BUSY");
    // A fresh clone has no database before the first start: create it now.
    const isMissing = reason.includes("no such table");
    if (attempts === 1 || !(isRetryable || isMissing)) throw error;
    if (isMissing) await applyLocalMigrations();
    return runLocally(command, isMissing ? 1 : attempts - 1);
  }
}

/** Returns a value as an SQL literal. Throws a RangeError for control characters and for numbers that are not safe integers. */
export function quote(value: string | number | null): string {
  if (value === null) return "NULL";
  if (typeof value === "string") {
    if (/\p{C}/u.test(value))
      throw new RangeError("The value contains a control character. Remove it.");
    return `'${value.replaceAll("'", "''")}'`;
  }
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a safe integer.`);
  return String(value);
}
