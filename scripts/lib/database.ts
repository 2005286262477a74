// The service's database from outside the service: migrations and single statements, local or deployed.
import { callCloudflare } from "../deploy/call-cloudflare.ts";
import { localEnvironment, wrangler } from "./wrangler.ts";

/** The binding in wrangler.toml. */
const DATABASE = "DB";

type Row = Record<string, string | number | null>;

/** Brings the local database to the newest migration. */
export async function applyLocalMigrations(): Promise<void> {
  await wrangler(["d1", "migrations", "apply", DATABASE, "--local"], localEnvironment);
}

/**
 * Runs statements in order and returns the rows of each. Values must have gone through `quote`; statements may run
 * twice.
 */
export async function runStatements(statements: string[], remote: boolean): Promise<Row[][]> {
  const place = remote ? "--remote" : "--local";
  const command = [
    "d1",
    "execute",
    DATABASE,
    place,
    "--json",
    "--yes",
    "--command",
    statements.join(";\n"),
  ];
  const results = remote ? await callCloudflare(...command) : await runLocally(command);
  // The shape that wrangler documents for --json.
  return (JSON.parse(results) as { results: Row[] }[]).map(({ results: rows }) => rows);
}

async function runLocally(command: string[], attempts = 10): Promise<string> {
  try {
    return await wrangler(command, localEnvironment);
  } catch (error) {
    const reason = String(error);
    // The running service was writing at that moment.
    const isRetryable = reason.includes("SQLITE_BUSY");
    // On a fresh clone, before the first start: the database is made now.
    const isMissing = reason.includes("no such table");
    if (attempts === 1 || !(isRetryable || isMissing)) throw error;
    if (isMissing) await applyLocalMigrations();
    return runLocally(command, isMissing ? 1 : attempts - 1);
  }
}

/** A value as an SQL literal. Throws a RangeError for what no statement of ours carries. */
export function quote(value: string | number | null): string {
  if (value === null) return "NULL";
  if (typeof value === "string") {
    if (/\p{C}/u.test(value)) throw new RangeError("A value holds a control character.");
    return `'${value.replaceAll("'", "''")}'`;
  }
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number.`);
  return String(value);
}
