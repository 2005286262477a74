// npm run account -- export: prints the records of an account from the database and from archives.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { root } from "../../scripts/lib/paths.ts";
import { emptyAccount } from "../support/cloudflare/empty-account.ts";
import { runScript } from "./support/run-script.ts";

const LIVE_RECORDS = 1_003;

/** Creates the tables, and two accounts: `a` with many live records and one deleted record, `b` with one record. */
function fill(sqlite: DatabaseSync): void {
  const folder = join(root, "migrations");
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".sql")))
    sqlite.exec(readFileSync(join(folder, file), "utf8"));
  for (const id of ["a", "b"])
    sqlite.exec(
      `INSERT INTO accounts (id, name, plan, created_at) VALUES ('${id}', '${id}', 'free', 0)`,
    );
  const insert = sqlite.prepare(
    `INSERT INTO screenshots (id, account_id, url, status, format, options, credit_month, deadline_at, created_at, updated_at, deleted_at)
     VALUES (?, ?, 'https://x.test/', 'completed', 'png', '{"format":"png"}', '2026-01', 0, ?, 0, ?)`,
  );
  // Many records have the same time, so that a page ends between two of them.
  for (let index = 0; index < LIVE_RECORDS; index++)
    insert.run(`live-${String(index).padStart(4, "0")}`, "a", 1_767_225_600_123, null);
  insert.run("deleted", "a", 1_767_225_600_123, 1_767_225_600_124);
  insert.run("other", "b", 0, null);
}

it("An export prints each record of the table and of the archives once, and no record of another account.", async () => {
  const { api } = await emptyAccount();
  const { sqlite } = api.account.createDatabase("edgeshot");
  fill(sqlite);
  for (const [key, account] of [
    ["archive/a/2025-11/1.ndjson", "a"],
    ["archive/a/2025-12/2.ndjson", "a"],
    ["archive/b/2025-11/3.ndjson", "b"],
  ])
    sqlite.exec(`INSERT INTO archives VALUES ('${key}', '${account}', '2025-11', 1, 0)`);
  // "live-0000" moved to an archive after the export had read it.
  for (const [key, text] of [
    ["archive/a/2025-11/1.ndjson", '{"id":"old-1"}\n{"id":"live-0000"}\n'],
    ["archive/a/2025-12/2.ndjson", '{"id":"old-2"}\n'],
    ["archive/b/2025-11/3.ndjson", '{"id":"foreign"}\n'],
  ] as const)
    api.account.objects.set(`edgeshot-images/${key}`, text);

  const { code, output } = await runScript("account", ["export", "a", "--remote"]);

  expect(code).toBe(0);
  const records = output
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const live = Array.from(
    { length: LIVE_RECORDS },
    (_, index) => `live-${String(index).padStart(4, "0")}`,
  );
  expect(records.map(({ id }) => id)).toEqual([...live, "deleted", "old-1", "old-2"]);
  expect(records[LIVE_RECORDS]).toMatchObject({
    options: { format: "png" },
    hasThumbnail: false,
    createdAt: "2026-01-01T00:00:00.123Z",
    deletedAt: "2026-01-01T00:00:00.124Z",
  });
});

it("The export of an unknown account is an error.", async () => {
  const { api } = await emptyAccount();
  fill(api.account.createDatabase("edgeshot").sqlite);
  const { code, output } = await runScript("account", ["export", "c", "--remote"]);
  expect(code).toBe(1);
  expect(output).toContain('The account "c" does not exist.');
});
