// Statements that insert a delivery for every webhook that is subscribed to an event. They run in the batch that makes the
// change, so that event and change are stored together or not at all. Without webhooks they cost one index lookup.
import { and, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import {
  EVENT_KINDS,
  type EventKind,
  type ScreenshotEventKind,
  USAGE_THRESHOLDS,
} from "../contract/event-kinds.ts";
import type { ScreenshotState } from "../contract/screenshot.ts";
import { sha256Hex } from "../lib/secrets.ts";
import type { Database } from "./database.ts";
import { MAX_FAILED_URL_LENGTH } from "./failed-options.ts";
import {
  batches,
  credits,
  deliveries,
  monitorRuns,
  monitors,
  screenshots,
  webhooks,
} from "./schema.ts";

/** A stored delivery that must be sent. */
export type Announced = { id: string };

/** A delivery that has not been attempted after this time counts as lost. */
const LOST_AFTER_MS = 2 * 60_000;

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
  errorCode: screenshots.errorCode,
  errorMessage: screenshots.errorMessage,
  errorDetails: screenshots.errorDetails,
  page: screenshots.page,
};

type Facts = { [K in keyof typeof facts]: (typeof screenshots.$inferSelect)[K] };

/**
 * Announces every screenshot that matches `which` and is not deleted. `changed`: the values after the change, for a
 * statement that must run before the change, because `which` no longer matches afterwards.
 */
export function announceScreenshots(
  db: Database,
  kind: ScreenshotEventKind,
  which: SQL,
  at: Date,
  changed: Partial<Facts> = {},
) {
  const snapshot = Object.entries(facts).map(([key, column]) => {
    const value = changed[key as keyof Facts]; // both have the keys of `facts`
    const written = value === undefined ? sql`${column}` : sql`${sql.param(value, column)}`;
    // The record has the whole URL.
    const isCut = key === "url" && kind === "screenshot.failed";
    const fact = isCut ? sql`substr(${written}, 1, ${MAX_FAILED_URL_LENGTH})` : written;
    return sql`${key}, ${inJson(key, fact)}`;
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

/** Returns the SQL value of a fact inside json_object(). */
function inJson(key: string, value: SQL): SQL {
  // SQLite stores booleans as numbers and JSON as text.
  if (key === "truncated") return sql`json(iif(${value}, 'true', 'false'))`;
  return key === "errorDetails" || key === "page" ? sql`json(${value})` : value;
}

/** Announces the end of the batches that match `which`, with the numbers of completed and failed captures. */
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

/** Returns the start of the ids of a month's usage.threshold events. Equal ids prevent a second announcement. */
export async function thresholdIdOf(accountId: string, month: string): Promise<string> {
  return `evt_${(await sha256Hex(`${accountId} ${month}`)).slice(0, 14)}`;
}

type MonthUsage = { accountId: string; month: string; limit: number; thresholdId: string };

/** Announces the thresholds of `limit` that the used credits of `month` have reached, for each account. */
export function announceThresholds(db: Database, usages: MonthUsage[], at: Date) {
  const thresholds = usages.flatMap(({ thresholdId, ...usage }) =>
    USAGE_THRESHOLDS.map((percent) => ({
      ...usage,
      percent,
      eventId: thresholdId + percent.toString(16),
    })),
  );
  const reached = (name: keyof (typeof thresholds)[number]) =>
    sql`threshold.value ->> ${sql.raw(`'${name}'`)}`;
  return insertDeliveries(db, {
    kind: "usage.threshold",
    eventId: reached("eventId"),
    subject: sql`json_object('usage', json_object('threshold', ${reached("percent")}, 'month', ${reached("month")}, 'limit', ${reached("limit")}, 'usage', ${credits.used}))`,
    // One parameter for all accounts: D1 limits a statement to 100 parameters.
    from: sql`json_each(${JSON.stringify(thresholds)}) AS threshold JOIN ${webhooks} ON ${webhooks.accountId} = ${reached("accountId")} JOIN ${credits} ON ${credits.accountId} = ${webhooks.accountId} AND ${credits.month} = ${reached("month")}`,
    where: sql`${credits.used} * 100 >= ${reached("percent")} * ${reached("limit")}`,
    at,
  });
}

type RunEventKind = Extract<EventKind, `monitor.${string}`>;

/**
 * Announces an event of each run that matches `which`, unless its monitor sends no events. `subject`: the JSON of
 * MonitorFacts.
 */
export function announceRuns(
  db: Database,
  kind: RunEventKind,
  { subject, which }: { subject: SQL; which: SQL | undefined },
  at: Date,
) {
  return insertDeliveries(db, {
    kind,
    eventId: eventIdOf(monitorRuns.id, kind),
    subject,
    from: sql`${monitorRuns} JOIN ${monitors} ON ${monitors.id} = ${monitorRuns.monitorId} JOIN ${webhooks} ON ${webhooks.accountId} = ${monitors.accountId}`,
    where: and(which, sql`${monitors.notify}`),
    at,
  });
}

/** Derives the event id from the random digits of the subject's id. Equal ids prevent a second announcement. */
function eventIdOf(id: SQLiteColumn, kind: EventKind): SQL {
  return sql`'evt_' || substr(${id}, 10) || ${EVENT_KINDS.indexOf(kind).toString(16)}`;
}

type Announcement = {
  kind: EventKind;
  eventId: SQL;
  subject: SQL;
  /** Must contain `webhooks`. */
  from: SQL;
  where: SQL | undefined;
  at: Date;
};

function insertDeliveries(db: Database, { kind, eventId, subject, from, where, at }: Announcement) {
  const isSubscribed = sql`${webhooks.enabled} AND (${webhooks.events} = '[]' OR instr(${webhooks.events}, ${JSON.stringify(kind)}))`;
  const seconds = Math.floor(at.getTime() / 1000);
  // In the order of the table's columns. SQL generates the ids in the format of createId, because the rows are unknown here.
  const values = sql`printf('%08x', ${seconds}) || lower(hex(randomblob(8))), ${webhooks.id}, ${kind}, ${eventId}, ${subject}, 'pending', '[]', 0, 0, ${at.getTime() + LOST_AFTER_MS}, ${at.getTime()}`;
  return db
    .insert(deliveries)
    .select(sql`SELECT ${values} FROM ${from} WHERE ${isSubscribed} AND ${where}`)
    .onConflictDoNothing()
    .returning({ id: deliveries.id });
}
