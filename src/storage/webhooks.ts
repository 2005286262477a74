// Queries on webhooks.
import { asc, count, eq, getTableColumns, lt, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { webhooks } from "./schema.ts";

export type Webhook = typeof webhooks.$inferSelect;

/** Returns undefined and inserts nothing if the account has `limit` webhooks. */
export async function insertWebhook(
  db: Database,
  webhook: Webhook,
  limit: number,
): Promise<Webhook | undefined> {
  const values = Object.entries(getTableColumns(webhooks)).map(([key, column]) => {
    const value = webhook[key as keyof Webhook]; // both have the keys of the table's columns
    return value === null ? sql`NULL` : sql.param(value, column);
  });
  const existing = db
    .select({ count: count() })
    .from(webhooks)
    .where(eq(webhooks.accountId, webhook.accountId));
  const [inserted] = await db
    .insert(webhooks)
    .select(sql`SELECT ${sql.join(values, sql`, `)} WHERE ${lt(existing, limit)}`)
    .onConflictDoNothing()
    .returning();
  return inserted;
}

/** Finds a webhook of any account. */
export async function findWebhook(db: Database, id: string): Promise<Webhook | undefined> {
  const [webhook] = await db.select().from(webhooks).where(eq(webhooks.id, id));
  return webhook;
}

/** Returns the account's webhooks, oldest first. */
export function selectWebhooks(db: Database, accountId: string): Promise<Webhook[]> {
  return db
    .select()
    .from(webhooks)
    .where(eq(webhooks.accountId, accountId))
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id));
}

/** Returns the changed webhook, or undefined if it does not exist. */
export async function updateWebhook(
  db: Database,
  id: string,
  changes: Partial<Webhook>,
): Promise<Webhook | undefined> {
  const [webhook] = await db.update(webhooks).set(changes).where(eq(webhooks.id, id)).returning();
  return webhook;
}

/** Deletes the webhook and its deliveries. Returns false if it does not exist. */
export async function deleteWebhook(db: Database, id: string): Promise<boolean> {
  const deleted = await db
    .delete(webhooks)
    .where(eq(webhooks.id, id))
    .returning({ id: webhooks.id });
  return deleted.length > 0;
}

/** Replaces the secret and keeps the current one as the previous secret. Returns undefined if the webhook does not exist. */
export async function replaceSecret(
  db: Database,
  id: string,
  { sealedSecret, previousUntil, now }: { sealedSecret: string; previousUntil: Date; now: Date },
): Promise<Webhook | undefined> {
  const [webhook] = await db
    .update(webhooks)
    .set({
      sealedSecret,
      previousSealedSecret: sql`${webhooks.sealedSecret}`,
      previousUntil,
      updatedAt: now,
    })
    .where(eq(webhooks.id, id))
    .returning();
  return webhook;
}
