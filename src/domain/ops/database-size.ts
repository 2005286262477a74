// Reports how full the database is, and when it will be full at the growth of the last days.
import { formatBytes } from "../../lib/data-size.ts";
import { insertDatabaseSize, selectDatabaseSize } from "../../storage/database-size.ts";
import type { Context } from "../context.ts";

const WARN_AT = 0.8;

const REMEDY = "Set RECORD_RETENTION_DAYS to move old records to archives.";

const DAY_MS = 24 * 60 * 60 * 1000;

/** The maximum number of days over which the growth is measured. */
const SAMPLE_DAYS = 30;

export type DatabaseSize = {
  bytes: number;
  /** The maximum size on the Cloudflare plan. */
  limitBytes: number;
  /** Days until the database is full. Undefined if the database does not grow, or on the first day. */
  daysLeft: number | undefined;
};

export async function getDatabaseSize(ctx: Context): Promise<DatabaseSize> {
  const { bytes, days } = await selectDatabaseSize(ctx.db);
  const limitBytes = ctx.config.databaseLimitBytes;
  const oldest = days.at(-1);
  if (oldest === undefined) return { bytes, limitBytes, daysLeft: undefined };
  const ageDays = (ctx.clock().getTime() - Date.parse(oldest.day)) / DAY_MS;
  const bytesPerDay = (bytes - oldest.bytes) / ageDays;
  if (ageDays < 1 || bytesPerDay <= 0) return { bytes, limitBytes, daysLeft: undefined };
  return { bytes, limitBytes, daysLeft: Math.max(0, (limitBytes - bytes) / bytesPerDay) };
}

/** Stores the size once a day. */
export async function recordDatabaseSize(ctx: Context): Promise<void> {
  const { bytes, days } = await selectDatabaseSize(ctx.db);
  const now = ctx.clock();
  const today = dayOf(now);
  if (days[0]?.day === today) return;
  const keptSince = dayOf(new Date(now.getTime() - SAMPLE_DAYS * DAY_MS));
  await insertDatabaseSize(ctx.db, { day: today, bytes }, keptSince);
}

/** Returns a sentence such as "The database has 8.1 GB of 10 GB. At its current growth it is full in 40 days." */
export function describeDatabaseSize(size: DatabaseSize): string {
  const text = `The database has ${formatBytes(size.bytes)} of ${formatBytes(size.limitBytes)}.`;
  const growth = describeGrowth(size);
  return growth === undefined ? text : `${text} ${growth}`;
}

/** Returns undefined if the database does not grow, or on the first day. */
function describeGrowth({ daysLeft }: DatabaseSize): string | undefined {
  if (daysLeft === undefined) return undefined;
  const days = Math.floor(daysLeft);
  return `At its current growth it is full in ${days.toLocaleString("en")} ${days === 1 ? "day" : "days"}.`;
}

/** Returns undefined below 80 per cent of the limit. */
export function warnOfDatabaseSize(size: DatabaseSize): string | undefined {
  return isNearlyFull(size) ? `${describeDatabaseSize(size)} ${REMEDY}` : undefined;
}

/** Returns the note of a figure that shows the size itself. */
export function describeDatabaseOutlook(size: DatabaseSize): string {
  const growth = describeGrowth(size) ?? "No growth was measured in the last days.";
  return isNearlyFull(size) ? `${growth} ${REMEDY}` : growth;
}

function isNearlyFull({ bytes, limitBytes }: DatabaseSize): boolean {
  return bytes >= WARN_AT * limitBytes;
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
