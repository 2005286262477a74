// The service's database from outside the service: migrations and single statements, local or deployed.
import { localEnvironment, wrangler } from "./wrangler.ts";

/** The binding in wrangler.toml. */
const DATABASE = "DB";

type Row = Record<string, string | number | null>;

/** Brings the local database to the newest migration. */
export async function applyLocalMigrations(): Promise<void> {
  await wrangler(["d1", "migrations", "apply", DATABASE, "--local"], localEnvironment);
}

/** Runs statements in order and returns the rows of each. Values must have gone through `quote`. */
export async function runStatements(statements: string[], remote: boolean): Promise<Row[][]> {
  const command = ["--json", "--yes", "--command", statements.join(";\n")];
  if (remote)
    return readRows(await wrangler(["d1", "execute", DATABASE, "--remote", ...command], {}));

  const local = ["d1", "execute", DATABASE, "--local", ...command];
  try {
    return readRows(await wrangler(local, localEnvironment));
  } catch (error) {
    // On a fresh clone, before the first start: the database is made now.
    if (!String(error).includes("no such table")) throw error;
    await applyLocalMigrations();
    return readRows(await wrangler(local, localEnvironment));
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

function readRows(output: string): Row[][] {
  const results = JSON.parse(output) as { results: Row[] }[]; // the shape that wrangler documents for --json
  return results.map(({ results: rows }) => rows);
}
