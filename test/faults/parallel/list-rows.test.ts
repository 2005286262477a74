// Lists of an account with 10,000 records: their content, their totals, and the rows that they read.
import { env } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import { selectPage } from "../../../src/storage/screenshot-lists.ts";
import type { ListAnswer } from "../../../src/contract/screenshot.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { meteredDatabase, type Read } from "../../support/metered-database.ts";
import { seedRecords, seedUnfinished } from "../../support/screenshots.ts";
import { createMember } from "../../support/visitor.ts";

const RECORDS = 10_000;
const march = new Date("2026-03-01T00:00:00Z");

let accountId: string;
let key: string;

beforeAll(async () => {
  ({ accountId, key } = await seedAccount({ at: march }));
  await seedRecords(accountId, march, RECORDS);
  await env.DB.batch([
    // A PDF every 2.7 hours, a failure every 5.6 hours, a rare title every 28 hours.
    env.DB.prepare("UPDATE screenshots SET format = 'pdf' WHERE created_at / 20000 % 487 = 0"),
    env.DB.prepare(
      "UPDATE screenshots SET status = 'failed', image_key = NULL, file_size = NULL WHERE id IN (SELECT id FROM screenshots WHERE deleted_at IS NULL AND created_at / 20000 % 97 = 1)",
    ),
    env.DB.prepare(
      "UPDATE screenshots SET folded_page = 'rare' WHERE created_at / 20000 % 5003 = 9",
    ),
  ]);
  for (const hours of [1, 5, 20, 50, 55])
    await seedUnfinished(accountId, { createdAt: new Date(march.getTime() + hours * 3_600_123) });
});

type Query = Partial<Parameters<typeof selectPage>[1]>;

/** Reads a page, and compares it with the same page of all records. Returns the number of rows that it read. */
async function readPage(query: Query, where: string): Promise<number> {
  const reads: Read[] = [];
  const { page = 1, limit = 10 } = query;
  const { records, total } = await selectPage(meteredDatabase(reads), {
    page,
    limit,
    ...query,
    accountId,
  });
  const { results } = await env.DB.prepare(
    `SELECT id FROM screenshots WHERE account_id = ? AND deleted_at IS NULL AND ${where} ORDER BY created_at DESC, id DESC`,
  )
    .bind(accountId)
    .all<{ id: string }>();
  const name = JSON.stringify(query);
  expect(total, name).toBe(results.length);
  const ids = records.map(({ id }) => id);
  expect(ids, name).toEqual(results.slice((page - 1) * limit, page * limit).map(({ id }) => id));
  return reads.reduce((sum, { rows }) => sum + rows, 0);
}

it("A page of a list reads the rows that it shows and a small number of counters.", async () => {
  const at = (time: string) => new Date(`2026-03-0${time}Z`);
  const between = (from: Date, to: Date) =>
    `created_at BETWEEN ${from.getTime()} AND ${to.getTime()}`;
  const [dayStart, dayEnd] = [at("1T00:00:00.000"), at("1T23:59:59.999")];
  const [startDate, endDate] = [at("1T10:20:30.000"), at("3T02:40:00.000")];
  const pages: [Query, string][] = [
    [{}, "TRUE"],
    [{ limit: 100, page: 5 }, "TRUE"],
    [{ status: "completed" }, "status = 'completed'"],
    [{ status: "failed" }, "status = 'failed'"],
    [{ status: "failed", format: "pdf" }, "status = 'failed' AND format = 'pdf'"],
    [{ status: "processing" }, "status = 'processing'"],
    [{ status: "pending" }, "status = 'pending'"],
    [{ format: "pdf" }, "format = 'pdf'"],
    [{ format: "webp" }, "format = 'webp'"],
    [{ startDate: dayStart, endDate: dayEnd }, between(dayStart, dayEnd)],
    [
      { startDate, endDate, status: "completed" },
      `${between(startDate, endDate)} AND status = 'completed'`,
    ],
    [{ startDate: endDate, endDate: startDate }, "FALSE"],
  ];
  for (const [query, where] of pages) {
    const { page = 1, limit = 10 } = query;
    // The entries of an index up to the end of the page, three rows for each record of the page, and counters.
    const rows = page * limit + 3 * limit;
    // The bounds of the last ranges lie within an hour, which has 180 records. No index has both the failure and the format.
    const isWide = query.startDate !== undefined || query.format === "pdf";
    const rest = isWide ? 400 : 20;
    expect(await readPage(query, where), JSON.stringify(query)).toBeLessThan(rows + rest);
  }
});

it("A page far from the start of the list reads the records of about one hour.", async () => {
  const since = new Date("2026-03-01T05:30:00Z");
  const until = new Date("2026-03-03T01:23:45Z");
  const pages: [Query, string][] = [
    [{ page: 150 }, "TRUE"],
    [{ page: 90, limit: 100 }, "TRUE"],
    [{ page: 901 }, "TRUE"],
    [{ page: 902 }, "TRUE"],
    [{ page: 1_000_000, limit: 100 }, "TRUE"],
    [{ page: 700, status: "completed", format: "png" }, "status = 'completed' AND format = 'png'"],
    [
      { page: 201, startDate: since, endDate: until },
      `created_at BETWEEN ${since.getTime()} AND ${until.getTime()}`,
    ],
  ];
  for (const [query, where] of pages)
    expect(await readPage(query, where), JSON.stringify(query)).toBeLessThan(
      2 * (query.limit ?? 10) + 1_000,
    );
});

it("A search reads the newest 4,000 records, and states where it ended.", async () => {
  const search = async (query: Query) => {
    const reads: Read[] = [];
    const found = await selectPage(meteredDatabase(reads), {
      page: 1,
      limit: 100,
      search: "RARE",
      accountId,
      ...query,
    });
    expect(reads.filter(({ rows }) => rows > 10_000)).toEqual([]);
    return found;
  };
  const { results } = await env.DB.prepare(
    "SELECT id FROM screenshots WHERE account_id = ? AND deleted_at IS NULL AND folded_page = 'rare' ORDER BY created_at DESC, id DESC",
  )
    .bind(accountId)
    .all<{ id: string }>();
  expect(results.length).toBeGreaterThan(1);

  const ids: string[] = [];
  let searches = 0;
  for (let endDate: Date | undefined; ; searches += 1) {
    const { records, total, searchedSince } = await search(
      endDate === undefined ? {} : { endDate },
    );
    expect(total).toBe(records.length);
    ids.push(...records.map(({ id }) => id));
    if (searchedSince === undefined) break;
    endDate = searchedSince;
  }
  expect([...new Set(ids)]).toEqual(results.map(({ id }) => id));
  expect(searches).toBe(2);
  // Other filters come first, so a search among few records is complete.
  const failed = await search({ status: "failed", search: "example.com" });
  expect(failed).toMatchObject({ total: 93 });
  expect(failed.searchedSince).toBeUndefined();
});

it("The API and the gallery state that a search did not cover all records.", async () => {
  const response = await createApi().get("/v1/screenshots?search=rare&limit=1", { key });
  const { pagination } = await response.json<ListAnswer>();
  expect(pagination.searchedSince).toMatch(/^2026-03-02T/);

  const member = await createMember();
  // Ids contain the second, and the records of the other account have the ids of this one.
  await seedRecords(member.accountId, new Date(march.getTime() + 1_000), 4_500);
  const gallery = await (await member.get("/screenshots?search=rare")).text();
  expect(gallery).toContain("The search covered 4,000 screenshots, back to");
  const older = /href="([^"]+)">Search older screenshots/.exec(gallery)?.[1] ?? "";
  const next = await (await member.get(older.replaceAll("&amp;", "&"))).text();
  expect(next).toContain("No screenshot matches the filters.");
  expect(next).not.toContain("Search older screenshots");
});
