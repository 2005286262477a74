// Queries on deliveries once they are written down: attempts, lists, replays, and what is forgotten.
import { and, count, desc, eq, getTableColumns, inArray, lt, ne, sql } from "drizzle-orm";
import type { DeliveryState } from "../contract/webhooks.ts";
import type { Database } from "./database.ts";
import { deliveries, webhooks } from "./schema.ts";

export type Delivery = typeof deliveries.$inferSelect;

/** Literal, because only then SQLite uses the index made of it. */
const isPending = sql`status = 'pending'`;

/**
 * Begins the attempt with this number and returns what is to be sent where. Undefined when that attempt has begun
 * already, or is not wanted any more. Nobody else begins the next one before `overdueAt`.
 */
export async function beginAttempt(
  db: Database,
  { id, attempt, overdueAt }: { id: string; attempt: number; overdueAt: Date },
) {
  const begin = db
    .update(deliveries)
    .set({ attemptsBegun: attempt + 1, overdueAt })
    .where(and(eq(deliveries.id, id), isPending, eq(deliveries.attemptsBegun, attempt)))
    .returning();
  const receiver = db
    .select(getTableColumns(webhooks))
    .from(webhooks)
    .innerJoin(deliveries, eq(deliveries.webhookId, webhooks.id))
    .where(eq(deliveries.id, id));
  const [[delivery], [webhook]] = await db.batch([begin, receiver]);
  return delivery === undefined || webhook === undefined ? undefined : { delivery, webhook };
}

type Outcome = Pick<Delivery, "status" | "attempts" | "retries" | "overdueAt">;

/** Records how an attempt ended, unless a later one has begun. */
export async function endAttempt(
  db: Database,
  { id, attemptsBegun }: Delivery,
  outcome: Outcome,
): Promise<Delivery | undefined> {
  const [delivery] = await db
    .update(deliveries)
    .set(outcome)
    .where(and(eq(deliveries.id, id), eq(deliveries.attemptsBegun, attemptsBegun)))
    .returning();
  return delivery;
}

export async function insertDelivery(db: Database, delivery: Delivery): Promise<void> {
  await db.insert(deliveries).values(delivery);
}

/** With the webhook it belongs to, whoever owns that. */
export async function findDelivery(db: Database, id: string) {
  const [found] = await db
    .select({ delivery: deliveries, webhook: webhooks })
    .from(deliveries)
    .innerJoin(webhooks, eq(webhooks.id, deliveries.webhookId))
    .where(eq(deliveries.id, id));
  return found;
}

type Page = { page: number; limit: number; status: DeliveryState | undefined };

/** One page of a webhook's deliveries, newest first, and how many there are on all pages, both of one moment. */
export async function selectDeliveries(
  db: Database,
  webhookId: string,
  { page, limit, status }: Page,
): Promise<{ deliveries: Delivery[]; total: number }> {
  const wanted = and(eq(deliveries.webhookId, webhookId), status && eq(deliveries.status, status));
  const [[all], rows] = await db.batch([
    db.select({ total: count() }).from(deliveries).where(wanted),
    db
      .select()
      .from(deliveries)
      .where(wanted)
      .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
      .limit(limit)
      .offset((page - 1) * limit),
  ]);
  return { deliveries: rows, total: all?.total ?? 0 };
}

/** Makes an ended delivery pending again, with all its retries; undefined when it is pending, or is not there. */
export async function replayDelivery(
  db: Database,
  id: string,
  overdueAt: Date,
): Promise<Delivery | undefined> {
  const [delivery] = await db
    .update(deliveries)
    .set({ status: "pending", retries: 0, overdueAt })
    .where(and(eq(deliveries.id, id), ne(deliveries.status, "pending")))
    .returning();
  return delivery;
}

/** Pending deliveries that nobody has attempted in time, at most `limit`; they are overdue again at `nextAt`. */
export async function takeOverdue(
  db: Database,
  { now, nextAt, limit }: { now: Date; nextAt: Date; limit: number },
) {
  const overdue = db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(isPending, lt(deliveries.overdueAt, now)))
    .limit(limit);
  return db
    .update(deliveries)
    .set({ overdueAt: nextAt })
    .where(inArray(deliveries.id, overdue))
    .returning({ id: deliveries.id, attempt: deliveries.attemptsBegun });
}

/** Removes at most `limit` deliveries with ids before this one; ids sort by time. */
export async function forgetDeliveries(db: Database, before: string, limit: number): Promise<void> {
  const old = db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(lt(deliveries.id, before))
    .limit(limit);
  await db.delete(deliveries).where(inArray(deliveries.id, old));
}
