// Queries on stored webhook deliveries: attempts, lists, replays and deletion.
import { and, count, desc, eq, getTableColumns, inArray, lt, ne, sql } from "drizzle-orm";
import { LISTED_ROWS } from "../contract/paging.ts";
import type { DeliveryState } from "../contract/webhooks.ts";
import type { Database } from "./database.ts";
import { pageOfNewest } from "./newest-rows.ts";
import { deliveries, webhooks } from "./schema.ts";

export type Delivery = typeof deliveries.$inferSelect;

/** A literal, because SQLite uses the partial index only if the query repeats its condition. */
const isPending = sql`status = 'pending'`;

/**
 * Starts the attempt with this number and returns the delivery and its webhook. Returns undefined if that attempt was
 * started before or the delivery is no longer pending. The sweep does not send the delivery again before `overdueAt`.
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

/** Records the outcome of an attempt, unless a later attempt has started. */
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

/** Finds a delivery of any account, with its webhook. */
export async function findDelivery(db: Database, id: string) {
  const [found] = await db
    .select({ delivery: deliveries, webhook: webhooks })
    .from(deliveries)
    .innerJoin(webhooks, eq(webhooks.id, deliveries.webhookId))
    .where(eq(deliveries.id, id));
  return found;
}

type Page = { page: number; limit: number; status: DeliveryState | undefined };

/** Returns one page of a webhook's deliveries, newest first. `total`: the number of deliveries on all pages, at most LISTED_ROWS. */
export async function selectDeliveries(
  db: Database,
  webhookId: string,
  { status, ...page }: Page,
): Promise<{ deliveries: Delivery[]; total: number }> {
  const matches = and(eq(deliveries.webhookId, webhookId), status && eq(deliveries.status, status));
  const newestFirst = [desc(deliveries.createdAt), desc(deliveries.id)];
  const { limit, offset } = pageOfNewest(page);
  const selectIds = () => db.select({ id: deliveries.id }).from(deliveries).where(matches);
  const ids = selectIds()
    .orderBy(...newestFirst)
    .limit(limit)
    .offset(offset);
  const [[all], rows] = await db.batch([
    db.select({ total: count() }).from(selectIds().limit(LISTED_ROWS).as("listed")),
    db
      .select()
      .from(deliveries)
      .where(inArray(deliveries.id, ids))
      .orderBy(...newestFirst),
  ]);
  return { deliveries: rows, total: all?.total ?? 0 };
}

/** `attempts`: the number of ended attempts. */
export type DeliveryResult = Pick<Delivery, "status" | "createdAt"> & { attempts: number };

/** Returns the newest deliveries of each webhook, at most `limit`, newest first. */
export async function selectRecentDeliveries(
  db: Database,
  webhookIds: string[],
  limit: number,
): Promise<DeliveryResult[][]> {
  const [first, ...others] = webhookIds.map((id) =>
    db
      .select({
        status: deliveries.status,
        createdAt: deliveries.createdAt,
        attempts: sql<number>`json_array_length(${deliveries.attempts})`,
      })
      .from(deliveries)
      .where(eq(deliveries.webhookId, id))
      .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
      .limit(limit),
  );
  return first === undefined ? [] : db.batch([first, ...others]);
}

/** Makes a finished delivery pending again, with all retries. Returns undefined if it is pending or does not exist. */
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

/** Returns at most `limit` overdue pending deliveries, and makes them overdue again at `nextAt`. */
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

/** Deletes at most `limit` deliveries with ids before `before`. Ids sort by time. */
export async function deleteOldDeliveries(
  db: Database,
  before: string,
  limit: number,
): Promise<void> {
  const old = db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(lt(deliveries.id, before))
    .limit(limit);
  await db.delete(deliveries).where(inArray(deliveries.id, old));
}
