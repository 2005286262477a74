// Deletes the rows of a webhook, a monitor or an account in parts. Their foreign keys would delete all of them in one statement.
import { eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import {
  batches,
  captureDays,
  deliveries,
  idempotencyKeys,
  monitorRuns,
  monitors,
  webhooks,
} from "./schema.ts";

/** The deletion of a row reads at most five rows. */
const ROWS_PER_STATEMENT = 1_500;

export function deleteDeliveries(db: Database, webhookId: string): Promise<void> {
  return deleteInParts(db, sql`${deliveries}`, sql`webhook_id = ${webhookId}`);
}

export function deleteRuns(db: Database, monitorId: string): Promise<void> {
  return deleteInParts(db, sql`${monitorRuns}`, sql`monitor_id = ${monitorId}`);
}

/** Deletes the rows of an account that can be many. Does not delete its records, which have images. */
export async function deleteRowsOfAccount(db: Database, accountId: string): Promise<void> {
  const [ownWebhooks, ownMonitors] = await db.batch([
    db.select({ id: webhooks.id }).from(webhooks).where(eq(webhooks.accountId, accountId)),
    db.select({ id: monitors.id }).from(monitors).where(eq(monitors.accountId, accountId)),
  ]);
  for (const { id } of ownWebhooks) await deleteDeliveries(db, id);
  for (const { id } of ownMonitors) await deleteRuns(db, id);
  for (const table of [idempotencyKeys, captureDays, batches])
    await deleteInParts(db, sql`${table}`, sql`account_id = ${accountId}`);
}

async function deleteInParts(db: Database, table: SQL, which: SQL): Promise<void> {
  for (;;) {
    const { meta } = await db.run(
      sql`DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE ${which} LIMIT ${ROWS_PER_STATEMENT})`,
    );
    if (meta.changes < ROWS_PER_STATEMENT) return;
  }
}
