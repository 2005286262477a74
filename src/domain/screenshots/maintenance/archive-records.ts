// Moves old and deleted records from the database to archives in R2 (docs/decisions/retention.md).
import { createId } from "../../../lib/ids.ts";
import { monthBegin } from "../../../lib/month.ts";
import { randomBase62 } from "../../../lib/secrets.ts";
import {
  claimRecords,
  finishArchive,
  selectArchivable,
  selectArchiveKeys,
  selectClaimed,
} from "../../../storage/record-archives.ts";
import type { Context } from "../../context.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Deleted records stay this long, so that an operator can answer questions about them. */
const DELETED_DAYS = 30;

/** A record stays one day longer than its image, because an Idempotency-Key may refer to it for 24 hours. */
const GRACE_MS = DAY_MS;

/** One statement changes at most this many records, so that captures do not wait for the database. */
const RECORDS_PER_CLAIM = 500;

/** Limits the memory of one claim, because options can be long. */
const OPTIONS_LENGTH_PER_CLAIM = 4_000_000;

/** The limits allow at most 180,000 records per hour. */
const ACCOUNTS_PER_RUN = 6;

/** Writes incomplete archives, then claims more records. Each step can be repeated after a crash. */
export async function archiveRecords(ctx: Context): Promise<void> {
  let archived = await writeClaimed(ctx);
  const now = ctx.clock();
  const monthBegan = monthBegin(now);
  const deletedBefore = new Date(now.getTime() - DELETED_DAYS * DAY_MS);
  const { retentionDays: images, recordRetentionDays: records } = ctx.config;
  const found = await selectArchivable(
    ctx.db,
    { now, monthBegan, deletedBefore, graceMs: GRACE_MS },
    { defaultDays: { images, records }, limit: ACCOUNTS_PER_RUN },
  );
  for (const { accountId, createdBefore } of found) {
    const claimed = await claimRecords(ctx.db, {
      accountId,
      prefix: `archive/${accountId}/`,
      // Unguessable, because CDN_URL may serve the bucket.
      suffix: `/${createId(now)}-${randomBase62(32)}.ndjson`,
      limits: { createdBefore, deletedBefore },
      monthBegan,
      expiredBefore: new Date(now.getTime() - GRACE_MS),
      records: RECORDS_PER_CLAIM,
      optionsLength: OPTIONS_LENGTH_PER_CLAIM,
    });
    if (claimed > 0) archived += await writeClaimed(ctx);
  }
  if (archived > 0) ctx.log({ archivedRecords: archived });
}

/** Writes the archives of all claimed records and deletes the records. Returns their number. */
async function writeClaimed(ctx: Context): Promise<number> {
  let written = 0;
  for (;;) {
    const records = await selectClaimed(ctx.db);
    const [first] = records;
    if (first?.archiveKey == null) return written;
    const { archiveKey: key, accountId, creditMonth: month } = first;
    await ctx.archives.put(key, records);
    // The account and its records may have been deleted since the records were read.
    if (!(await finishArchive(ctx.db, { key, accountId, month }, ctx.clock())))
      await ctx.archives.remove([key]);
    written += records.length;
  }
}

/** Deletes all archives of an account. */
export async function removeArchives(ctx: Context, accountId: string): Promise<void> {
  await ctx.archives.remove(await selectArchiveKeys(ctx.db, accountId));
}
