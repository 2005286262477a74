// Queries that compare counters and images with the records.
import { and, asc, count, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { selectUsedCredits } from "./credits.ts";
import type { Database } from "./database.ts";
import { accounts, kept, screenshots, storedBytes } from "./schema.ts";

/** A counter of an account, and the sum of its records. */
export type CounterCheck = { counted: number; summed: number };

/** Returns one group of `size` accounts. `round` selects the group. An account is returned again after `pause` rounds or more. */
export async function selectAccountGroup(
  db: Database,
  { round, pause, size }: { round: number; pause: number; size: number },
): Promise<string[]> {
  const [all] = await db.select({ accounts: count() }).from(accounts);
  const groups = Math.max(pause, Math.ceil((all?.accounts ?? 0) / size));
  const group = await db
    .select({ id: accounts.id })
    .from(accounts)
    .orderBy(asc(accounts.id))
    .limit(size)
    .offset((round % groups) * size);
  return group.map(({ id }) => id);
}

/**
 * Compares the stored bytes of an account with its images. Returns undefined if the account has more images than one check
 * can read.
 */
export function checkStorage(db: Database, accountId: string): Promise<CounterCheck | undefined> {
  const counter = db
    .select({ counted: accounts.storageUsedBytes })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return sumInSlices(db, counter, [
    slicesOf(storedBytes, sql`account_id = ${accountId} AND ${kept}`, {
      time: sql<number>`created_at`,
      since: 0,
    }),
  ]);
}

/**
 * Compares the used credits of an account with the captures of the month. Returns undefined if the account has more
 * captures than one check can read.
 */
export function checkCredits(
  db: Database,
  accountId: string,
  { month, monthBegan }: { month: string; monthBegan: Date },
): Promise<CounterCheck | undefined> {
  const began = monthBegan.getTime();
  const counter = db
    .select({
      counted: sql<number>`coalesce((${selectUsedCredits(db, accountId, month)}), 0)`.as("counted"),
    })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  const cost = sql<number>`iif(status = 'failed', 0, cost)`;
  return sumInSlices(db, counter, [
    slicesOf(cost, sql`account_id = ${accountId} AND deleted_at IS NULL`, {
      time: sql<number>`created_at`,
      since: began,
    }),
    // A capture of this month can only be deleted this month, so this range of the index contains all of them.
    slicesOf(sql<number>`iif(created_at >= ${began}, ${cost}, 0)`, sql`account_id = ${accountId}`, {
      time: sql<number>`deleted_at`,
      since: began,
    }),
  ]);
}

/** Records per slice. D1 counts the entry of the index and the row of each record as read. */
const SLICE_RECORDS = 4_000;

/** Slices of one sum. More statements would delay the other scheduled work. */
const MAX_SLICES = 300;

type Position = { time: number; rowid: number };

type Slice = (Position & { value: number })[];

type Slices = { since: number; select: (db: Database, after: Position) => BatchItem<"sqlite"> };

/** Selects slices of records in the order of `time`, a column of an index, from `since` on. */
function slicesOf(
  value: SQL<number>,
  which: SQL,
  { time, since }: { time: SQL<number>; since: number },
): Slices {
  const rowid = sql<number>`rowid`;
  const select = (db: Database, after: Position) =>
    db
      .select({ time, rowid, value })
      .from(screenshots)
      .where(sql`${which} AND (${time}, rowid) > (${after.time}, ${after.rowid})`)
      .orderBy(time, rowid)
      .limit(SLICE_RECORDS);
  return { since, select };
}

/**
 * Sums records in slices, so that no statement reads many rows. The last slices and the counter are read in one transaction.
 * With more than one slice, concurrent changes of earlier records can make the sum differ.
 */
async function sumInSlices(
  db: Database,
  counter: BatchItem<"sqlite">,
  parts: Slices[],
): Promise<CounterCheck | undefined> {
  let open = parts.map(({ select, since }) => ({ select, after: { time: since, rowid: -1 } }));
  let summed = 0;
  for (let slices = 0; slices < MAX_SLICES; slices++) {
    const statements = open.map(({ select, after }) => select(db, after));
    const [counters, ...found] = (await db.batch([counter, ...statements])) as [
      { counted: number }[],
      ...Slice[],
    ]; // the results of the statements, in their order
    summed += found.flat().reduce((sum, { value }) => sum + value, 0);
    open = open.flatMap(({ select }, index) => {
      const slice = found[index] ?? [];
      const after = slice.at(-1);
      return after === undefined || slice.length < SLICE_RECORDS ? [] : [{ select, after }];
    });
    if (open.length === 0) return { counted: counters[0]?.counted ?? 0, summed };
  }
  return undefined;
}

/** Maps the ids of records to the keys of their images. Includes captures that are in progress. */
export async function selectKeptImages(db: Database, ids: string[]): Promise<Map<string, string>> {
  const kept = await db
    .select({ id: screenshots.id, imageKey: screenshots.imageKey })
    .from(screenshots)
    .where(
      and(
        // One parameter for all ids: D1 limits a statement to 100 parameters.
        sql`${screenshots.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
        inArray(screenshots.status, ["processing", "completed"]),
        isNull(screenshots.deletedAt),
      ),
    );
  return new Map(kept.flatMap(({ id, imageKey }) => (imageKey === null ? [] : [[id, imageKey]])));
}
