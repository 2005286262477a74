// Fills the database of a benchmark with records like those of captures, 1,000 per account.
import { captureOptions, withoutSecrets } from "../../src/contract/capture-options.ts";
import type { Template } from "./bench-service.ts";
import { quote } from "../lib/database.ts";
import { localEnvironment, wrangler } from "../lib/wrangler.ts";

const RECORDS_PER_ACCOUNT = 1_000;
/** Keeps statements far below the limits of D1. */
const ACCOUNTS_PER_STATEMENT = 100;

/** Adds records until the database has `count`. The first 1,000 records belong to the account of the template. */
export async function seedRecords({ folder, accountId }: Template, count: number): Promise<void> {
  const local = ["--local", "--persist-to", folder, "--yes"];
  const run = async (statement: string) =>
    wrangler(["d1", "execute", "DB", ...local, "--command", statement], localEnvironment);

  const accounts = Math.ceil(count / RECORDS_PER_ACCOUNT);
  await run(insertAccounts(accountId, accounts));
  for (let first = 0; first < accounts; first += ACCOUNTS_PER_STATEMENT)
    await run(insertRecords(first, Math.min(accounts, first + ACCOUNTS_PER_STATEMENT)));
}

function insertAccounts(templateAccount: string, accounts: number): string {
  return `INSERT INTO accounts (id, name, plan, created_at)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${accounts})
    SELECT printf('%024x', i), printf('account %d', i), 'free', 0 FROM n WHERE i < ${accounts} ON CONFLICT DO NOTHING;
    UPDATE accounts SET created_at = 1 WHERE id = ${quote(templateAccount)}`;
}

/** Returns a statement that adds records to accounts `first` to `end`, ordered by age. Existing records stay unchanged. */
function insertRecords(first: number, end: number): string {
  const options = quote(JSON.stringify(withoutSecrets(captureOptions.parse({}))));
  const start = Date.UTC(2026, 0, 1);
  return `INSERT INTO screenshots (id, account_id, url, status, format, options, credit_month, deadline_at, image_key,
      file_size, width, height, http_status, truncated, processing_time_ms, created_at, updated_at)
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${RECORDS_PER_ACCOUNT - 1}),
    a(k, id) AS (SELECT row_number() OVER (ORDER BY created_at DESC, id) - 1, id FROM accounts)
    SELECT printf('%08x%08x%08x', ${start / 1_000} + i * 3600, k, i), a.id,
      printf('https://www.example.com/catalogue/page-%d?visitor=%d', i, k),
      iif(i % 50 = 7, 'failed', 'completed'), iif(i % 10 = 3, 'pdf', 'png'), ${options}, '2026-01', 0,
      iif(i % 50 = 7, NULL, printf('%016x%016x.png', k, i)), 123456, 1280, 1024, 200, 0, 900,
      ${start} + i * 3600000, ${start} + i * 3600000
    FROM a CROSS JOIN n WHERE k >= ${first} AND k < ${end} ON CONFLICT DO NOTHING`;
}
