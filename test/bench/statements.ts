// Measures how many rows each statement of the service reads when one account has 1,000,000 records.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { stripVTControlCharacters } from "node:util";

const RECORDS = 1_000_000;

/** The test runs every part of the service, and prints a line of a table for each. */
const TEST = "test/faults/parallel/statements.test.ts";

export const ROWS_HEAD = ["part of the service", "statements", "most rows that one reads"] as const;

/** Yields the lines that the test prints. Throws an Error if a statement reads more than the test allows. */
export async function* measureRowsRead(): AsyncGenerator<readonly string[]> {
  const test = spawn("npm", ["test", "--", TEST, "--silent=false"], {
    env: { ...process.env, BENCH_RECORDS: String(RECORDS) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<number | null>((resolve) => test.once("close", resolve));
  for await (const line of createInterface({ input: test.stdout })) {
    const [, name, statements, rows] =
      /^\| (.+) \| (\d+) \| (\d+) \|$/.exec(stripVTControlCharacters(line)) ?? [];
    if (name !== undefined && statements !== undefined && rows !== undefined)
      yield [name, statements, Number(rows).toLocaleString("en")];
  }
  if ((await ended) !== 0) throw new Error(`${TEST} failed with ${RECORDS} records.`);
}
