// Fills the tables of one account, as a large customer does: records, deliveries, runs of a monitor, idempotency keys.
import { env } from "cloudflare:workers";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Rows per statement. D1 limits a statement to 30 seconds. */
const ROWS_PER_STATEMENT = 50_000;

const NUMBERS = "WITH RECURSIVE n(i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)";

/** Runs an insertion in parts. `insertion` selects from `n(i)`, the numbers of a part. Parameters start with ?3. */
async function insertInParts(rows: number, insertion: string, ...values: unknown[]) {
  for (let first = 1; first <= rows; first += ROWS_PER_STATEMENT) {
    const last = Math.min(rows, first + ROWS_PER_STATEMENT - 1);
    await env.DB.prepare(insertion)
      .bind(first, last, ...values)
      .run();
  }
}

/** Copies a row. `changed` computes columns from `n.i` and the columns of the row. */
async function copyRow(
  table: string,
  id: string,
  { rows, changed }: { rows: number; changed: Record<string, string> },
): Promise<void> {
  const row = await env.DB.prepare(`SELECT * FROM ${table} WHERE id = ?`).bind(id).first();
  const columns = Object.keys(row ?? {});
  const values = columns.map((name) => changed[name] ?? name);
  await insertInParts(
    rows,
    `INSERT INTO ${table} (${columns.join(", ")}) ${NUMBERS} SELECT ${values.join(", ")} FROM ${table}, n WHERE id = ?3`,
    id,
  );
}

/** An identifier whose time is `ms`, and whose other digits are unique for `i`. */
const idAt = (ms: string, digit: string) => `printf('%08x${digit}%015x', (${ms}) / 1000, i)`;

/**
 * Copies a completed record, evenly over 30 days. Every tenth copy is deleted an hour after its capture, and every fiftieth is
 * failed. All have the same cache key, as those of a client that captures one page with a short `cache_ttl`.
 */
export async function copyRecords(id: string, rows: number, digit = "a"): Promise<void> {
  const at = `created_at - 1000 - i * ${Math.floor((30 * DAY_MS) / rows)}`;
  await copyRow("screenshots", id, {
    rows,
    changed: {
      id: idAt(at, digit),
      image_key: "iif(i % 50 = 1, NULL, i || image_key)",
      status: "iif(i % 50 = 1, 'failed', status)",
      format: "iif(i % 97 = 2, 'pdf', format)",
      folded_page: "iif(i % 5003 = 9, 'rare', folded_page)",
      created_at: at,
      deleted_at: `iif(i % 10 = 0, ${at} + 3600000, NULL)`,
      credit_month: `strftime('%Y-%m', (${at}) / 1000, 'unixepoch')`,
    },
  });
}

/** Copies a delivery, evenly over 30 days. Every fiftieth is failed. */
export async function copyDeliveries(id: string, rows: number): Promise<void> {
  const at = `created_at - i * ${Math.floor((30 * DAY_MS) / rows)}`;
  await copyRow("deliveries", id, {
    rows,
    changed: {
      id: idAt(at, "c"),
      event_id: "printf('evt_%016x', i)",
      status: "iif(i % 50 = 1, 'failed', 'delivered')",
      created_at: at,
    },
  });
}

/** Copies a run of a monitor, five minutes apart. The newest are failed, like those of a page that is offline. */
export async function copyRuns(id: string, rows: number): Promise<void> {
  await copyRow("monitor_runs", id, {
    rows,
    changed: {
      id: idAt("started_at - i * 300000", "d"),
      status: `iif(i < ${rows} - 10, 'failed', status)`,
      started_at: "started_at - i * 300000",
    },
  });
}

/** Copies keys, and idempotency keys of the last day. */
export async function addIdempotencyKeys(accountId: string, recordId: string, rows: number) {
  await insertInParts(
    rows,
    `INSERT INTO idempotency_keys (account_id, key, request_hash, screenshot_id, created_at)
     ${NUMBERS} SELECT ?3, 'key ' || i, 'hash', ?4, ?5 - i FROM n`,
    accountId,
    recordId,
    Date.now(),
  );
}

/** Adds counts of 51 keys for 90 days. */
export async function addCaptureDays(accountId: string): Promise<void> {
  await insertInParts(
    90 * 51,
    `INSERT INTO capture_days ${NUMBERS}
     SELECT ?3, date('now', '-' || ((i - 1) / 51 + 1) || ' days'), 'key' || (i % 51), 1, 1, '{"b9":1}' FROM n`,
    accountId,
  );
}
