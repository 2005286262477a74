// Statements that write an event down for every webhook that wants it. They belong into the batch that makes it happen:
// event and change are stored together or not at all. An account without webhooks costs them one look into an index.
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import {
  EVENT_KINDS,
  type EventKind,
  type ScreenshotEventKind,
  USAGE_THRESHOLDS,
} from "../contract/events.ts";
import type { ScreenshotState } from "../contract/screenshot.ts";
import { sha256Hex } from "../lib/secrets.ts";
import type { Database } from "./database.ts";
import { batches, credits, deliveries, screenshots, webhooks } from "./schema.ts";

/** A delivery that was written down and is to be sent. */
export type Announced = { id: string };

/** How long the queue may take with a delivery before it counts as lost. */
const QUEUE_PATIENCE_MS = 2 * 60_000;

const facts = {
  id: screenshots.id,
  url: screenshots.url,
  status: screenshots.status,
  format: screenshots.format,
  imageKey: screenshots.imageKey,
  fileSize: screenshots.fileSize,
  width: screenshots.width,
  height: screenshots.height,
  httpStatus: screenshots.httpStatus,
  truncated: screenshots.truncated,
  errorMessage: screenshots.errorMessage,
};

type Facts = { [K in keyof typeof facts]: (typeof screenshots.$inferSelect)[K] };

/**
 * Announces every screenshot that `which` names, unless it is deleted. A statement that runs ahead of the change, while
 * `which` can still tell those that will change, says in `changed` what they are going to be.
 */
export function announceScreenshots(
  db: Database,
  kind: ScreenshotEventKind,
  which: SQL,
  at: Date,
  changed: Partial<Facts> = {},
) {
  const snapshot = Object.entries(facts).map(([key, column]) => {
    const value = changed[key as keyof Facts]; // the keys of both are those of `facts`
    const written = value === undefined ? sql`${column}` : sql`${sql.param(value, column)}`;
    // SQLite has no booleans; JSON has.
    return sql`${key}, ${key === "truncated" ? sql`json(iif(${written}, 'true', 'false'))` : written}`;
  });
  return insertDeliveries(db, {
    kind,
    eventId: eventIdOf(screenshots.id, kind),
    subject: sql`json_object('screenshot', json_object(${sql.join(snapshot, sql`, `)}))`,
    from: sql`${screenshots} JOIN ${webhooks} ON ${webhooks.accountId} = ${screenshots.accountId}`,
    where: and(which, isNull(screenshots.deletedAt)),
    at,
  });
}

/** Announces the end of the batches that `which` names, with how their captures ended. */
export function announceBatches(db: Database, which: SQL | undefined, at: Date) {
  const members = sql`FROM ${screenshots} WHERE ${screenshots.batchId} = ${batches.id}`;
  const ended = (status: ScreenshotState) =>
    sql`(SELECT count(*) ${members} AND ${screenshots.status} = ${status})`;
  return insertDeliveries(db, {
    kind: "batch.completed",
    eventId: eventIdOf(batches.id, "batch.completed"),
    subject: sql`json_object('batch', json_object('_id', ${batches.id}, 'count', (SELECT count(*) ${members}), 'completed', ${ended("completed")}, 'failed', ${ended("failed")}))`,
    from: sql`${batches} JOIN ${webhooks} ON ${webhooks.accountId} = ${batches.accountId}`,
    where: which,
    at,
  });
}

/** The first characters of the ids of a month's usage.threshold events: what is announced twice has one id. */
export async function thresholdIdOf(accountId: string, month: string): Promise<string> {
  return `evt_${(await sha256Hex(`${accountId} ${month}`)).slice(0, 14)}`;
}

type MonthUsage = { accountId: string; month: string; limit: number; thresholdId: string };

/** Announces the thresholds that are reached by what is used of `limit` credits in `month`. */
export function announceThresholds(
  db: Database,
  { accountId, month, limit, thresholdId }: MonthUsage,
  at: Date,
) {
  const thresholds = USAGE_THRESHOLDS.map(
    (percent) =>
      sql`SELECT ${percent} AS percent, ${thresholdId + percent.toString(16)} AS event_id`,
  );
  return insertDeliveries(db, {
    kind: "usage.threshold",
    eventId: sql`threshold.event_id`,
    subject: sql`json_object('usage', json_object('threshold', threshold.percent, 'month', ${month}, 'limit', ${limit}, 'usage', ${credits.used}))`,
    from: sql`${webhooks} JOIN ${credits} ON ${credits.accountId} = ${webhooks.accountId} JOIN (${sql.join(thresholds, sql` UNION ALL `)}) AS threshold`,
    where: and(
      eq(webhooks.accountId, accountId),
      eq(credits.month, month),
      sql`${credits.used} * 100 >= threshold.percent * ${limit}`,
    ),
    at,
  });
}

/** Made of the subject's own random digits: what is announced twice has one id. */
function eventIdOf(id: SQLiteColumn, kind: EventKind): SQL {
  return sql`'evt_' || substr(${id}, 10) || ${String(EVENT_KINDS.indexOf(kind))}`;
}

type Announcement = {
  kind: EventKind;
  eventId: SQL;
  subject: SQL;
  /** Has to hold `webhooks`. */
  from: SQL;
  where: SQL | undefined;
  at: Date;
};

function insertDeliveries(db: Database, { kind, eventId, subject, from, where, at }: Announcement) {
  const wanted = sql`${webhooks.enabled} AND (${webhooks.events} = '[]' OR instr(${webhooks.events}, ${JSON.stringify(kind)}))`;
  const seconds = Math.floor(at.getTime() / 1000);
  // In the order of the table's columns. The id is made as createId makes it, because rows are not known here.
  const values = sql`printf('%08x', ${seconds}) || lower(hex(randomblob(8))), ${webhooks.id}, ${kind}, ${eventId}, ${subject}, 'pending', '[]', 0, 0, ${at.getTime() + QUEUE_PATIENCE_MS}, ${at.getTime()}`;
  return db
    .insert(deliveries)
    .select(sql`SELECT ${values} FROM ${from} WHERE ${wanted} AND ${where}`)
    .onConflictDoNothing()
    .returning({ id: deliveries.id });
}
