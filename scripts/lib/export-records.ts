// Prints all records of an account: those in the database, then those in archives (docs/decisions/retention.md).
import { lineOfRow } from "../../src/storage/archives.ts";
import {
  type ExportPosition,
  selectAccountSql,
  selectArchivesSql,
  selectRecordsSql,
} from "../../src/storage/command-line.ts";
import { readConfig } from "./config.ts";
import { readObject, type Row, runStatements } from "./database.ts";

const RECORDS_PER_PAGE = 1_000;

/** Prints one line of JSON for each record, deleted ones included. Throws an Error if the account does not exist. */
export async function exportRecords(
  account: string,
  print: (line: string) => void,
  remote: boolean,
): Promise<void> {
  const [accounts] = await runStatements([selectAccountSql(account)], remote);
  if (accounts?.length !== 1)
    throw new Error(`The account "${account}" does not exist. Check the name.`);
  // A record may move to an archive during the export. The table is read first, so the export contains such a record twice
  // and not zero times. Skip the second one.
  const printed = new Set<string>();
  for await (const row of rowsOf(account, remote)) {
    printed.add(String(row["id"]));
    print(lineOfRow(row));
  }
  const [archives = []] = await runStatements([selectArchivesSql(account)], remote);
  const [bucket] = readConfig().r2_buckets;
  for (const { key } of archives) {
    const text = await readObject(bucket?.bucket_name ?? "", String(key), remote);
    for (const line of text.split("\n")) {
      if (line !== "" && !printed.has((JSON.parse(line) as { id: string }).id)) print(line);
    }
  }
}

async function* rowsOf(account: string, remote: boolean): AsyncGenerator<Row> {
  for (const isDeleted of [false, true]) {
    let position: ExportPosition = { deletedAt: isDeleted ? 0 : null, createdAt: 0, id: "" };
    for (;;) {
      const statement = selectRecordsSql(account, position, RECORDS_PER_PAGE);
      const [rows = []] = await runStatements([statement], remote);
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < RECORDS_PER_PAGE) break;
      position = {
        deletedAt: isDeleted ? Number(last["deleted_at"]) : null,
        createdAt: Number(last["created_at"]),
        id: String(last["id"]),
      };
    }
  }
}
