// Tests migrations on a database that has rows, and the form of their triggers.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { root } from "../../scripts/lib/paths.ts";

const folder = join(root, "migrations");
const files = readdirSync(folder)
  .filter((name) => name.endsWith(".sql"))
  .sort();

function textOf(file: string): string {
  return readFileSync(join(folder, file), "utf8");
}

/** Compares the counters of lists with the records. Every difference is a row. */
const DIFFERENCES = `
  WITH listed AS (
    SELECT account_id, span, created_at - created_at % span AS start, status, format, count(*) AS records
    FROM screenshots, (SELECT 3600000 AS span UNION ALL SELECT 86400000 UNION ALL SELECT 2764800000)
    WHERE deleted_at IS NULL AND status IN ('completed', 'failed') GROUP BY 1, 2, 3, 4, 5)
  SELECT * FROM (SELECT * FROM screenshot_counts EXCEPT SELECT * FROM listed)
  UNION ALL SELECT * FROM (SELECT * FROM listed EXCEPT SELECT * FROM screenshot_counts)`;

it("Existing records are counted by the upgrade, and later changes of records change the counters.", () => {
  const db = new DatabaseSync(":memory:");
  db.exec("PRAGMA foreign_keys = ON");
  const upgrade = files.indexOf("0023_screenshot_counts.sql");
  for (const file of files.slice(0, upgrade)) db.exec(textOf(file));
  db.exec(
    `INSERT INTO accounts (id, name, plan, created_at) VALUES ('a', 'a', 'free', 0), ('b', 'b', 'free', 0)`,
  );
  const insert = (first: number, last: number) =>
    db.exec(`WITH RECURSIVE n(i) AS (SELECT ${first} UNION ALL SELECT i + 1 FROM n WHERE i < ${last})
      INSERT INTO screenshots (id, account_id, url, status, format, options, credit_month, deadline_at, created_at, updated_at, deleted_at)
      SELECT 'r' || i, iif(i % 3 = 0, 'a', 'b'), 'u',
        CASE i % 5 WHEN 0 THEN 'failed' WHEN 1 THEN 'processing' WHEN 2 THEN 'pending' ELSE 'completed' END,
        iif(i % 7 = 0, 'pdf', 'png'), '{}', '2026-11', 0, i * 7654321, 0, iif(i % 11 = 0, 1, NULL) FROM n`);
  insert(1, 1_000);
  for (const file of files.slice(upgrade)) db.exec(textOf(file));
  const counted = () =>
    db.prepare("SELECT count(*) AS rows FROM screenshot_counts").get()?.["rows"];
  expect(counted()).toBeGreaterThan(900);
  expect(db.prepare(DIFFERENCES).all()).toEqual([]);

  insert(1_001, 1_100);
  for (const change of [
    "UPDATE screenshots SET status = 'completed' WHERE status = 'pending' AND id LIKE '%2'",
    "UPDATE screenshots SET status = 'failed' WHERE status = 'processing' AND id LIKE '%6'",
    "UPDATE screenshots SET deleted_at = 2 WHERE deleted_at IS NULL AND id LIKE '%3'",
    "UPDATE screenshots SET name = 'x', status = status",
    "DELETE FROM screenshots WHERE id LIKE '%8'",
    "DELETE FROM accounts WHERE id = 'a'",
  ]) {
    db.exec(change);
    expect(db.prepare(DIFFERENCES).all(), change).toEqual([]);
  }
  expect(
    db.prepare("SELECT * FROM screenshot_counts WHERE records < 1 OR account_id = 'a'").all(),
  ).toEqual([]);
  db.exec("DELETE FROM screenshots");
  expect(counted()).toBe(0);
});

// D1 divides a migration into statements at semicolons. It recognizes a trigger by BEGIN and END in upper case
// (github.com/cloudflare/workers-sdk/issues/15314) and takes the END of a CASE for the end of the trigger.
// With CRLF, D1 divides triggers (github.com/cloudflare/workers-sdk/issues/14991). Git on Windows writes CRLF by default.
it("Migrations have no carriage return, and Git adds none.", () => {
  expect(files.filter((file) => textOf(file).includes("\r"))).toEqual([]);
  expect(readFileSync(join(root, ".gitattributes"), "utf8")).toContain("*.sql text eol=lf\n");
});

it("Each trigger of a migration is one line with one BEGIN and one END, so that D1 does not divide it.", () => {
  const lines = files.flatMap((file) => textOf(file).split("\n"));
  const triggers = lines.filter((line) => /trigger/i.test(line) && !line.startsWith("--"));
  expect(triggers.length).toBeGreaterThan(0);
  for (const trigger of triggers)
    expect(trigger).toMatch(
      /^CREATE TRIGGER (?:(?!\bBEGIN\b|\bCASE\b).)* BEGIN (?:(?!\bEND\b|\bCASE\b).)*; END;(--> statement-breakpoint)?$/i,
    );
  expect(lines.filter((line) => /\b(begin|end)\b/i.test(line) && !triggers.includes(line))).toEqual(
    [],
  );
  expect(
    triggers.filter((trigger) => !trigger.includes(" BEGIN ") || !trigger.includes(" END;")),
  ).toEqual([]);
});
