// Records leave the database after RECORD_RETENTION_DAYS, and deleted records after 30 days. Archives in R2 store these
// records.
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { runScheduled } from "../../../src/jobs/scheduled.ts";
import { createId } from "../../../src/lib/ids.ts";
import type { Fields } from "../../../src/lib/log.ts";
import { type ArchiveStore, lineOfRow } from "../../../src/storage/archives.ts";
import { createDatabase } from "../../../src/storage/database.ts";
import { batches } from "../../../src/storage/schema.ts";
import { wire } from "../../../src/wiring.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { expectError } from "../../support/expectations.ts";
import { findRecord, recordsOf, storageUsedBytes, usedCredits } from "../../support/records.ts";
import { seedScreenshot } from "../../support/screenshots.ts";
import { createMember, createOperator, PASSWORD } from "../../support/visitor.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const created = new Date("2026-01-10T12:00:00.123Z");
const day = (days: number) => new Date(created.getTime() + days * DAY_MS);

/** A record without an image. */
const noImage = { imageKey: null, fileSize: null, createdAt: created };

async function sweep(
  at: Date,
  { days = "0", archives = {} }: { days?: string; archives?: Partial<ArchiveStore> } = {},
): Promise<Fields> {
  const logged: Fields = {};
  const ctx = wire({ ...env, RECORD_RETENTION_DAYS: days }, createExecutionContext(), (fields) =>
    Object.assign(logged, fields),
  );
  const overrides = { clock: () => at, archives: { ...ctx.archives, ...archives } };
  await runScheduled("* * * * *", { ...ctx, ...overrides });
  return logged;
}

/** Returns the lines of all archives of an account, by month. */
async function archived(accountId: string) {
  const { objects } = await env.IMAGES.list({ prefix: `archive/${accountId}/` });
  const lines = await Promise.all(
    objects.map(async ({ key }) => {
      const text = (await (await env.IMAGES.get(key))?.text()) ?? "";
      const month = key.split("/")[2];
      return text
        .split("\n")
        .slice(0, -1)
        .map((line) => ({ month, record: JSON.parse(line) as Record<string, unknown> }));
    }),
  );
  return lines.flat();
}

async function archivedIds(accountId: string) {
  return (await archived(accountId)).map(({ record }) => String(record["id"])).toSorted();
}

describe("A record leaves the database after its retention.", () => {
  it("A record stays by default.", async () => {
    const { accountId } = await seedAccount();
    await seedScreenshot(accountId, noImage);
    await sweep(day(36_000));
    expect(await recordsOf(accountId)).toHaveLength(1);
    expect(await archived(accountId)).toEqual([]);
  });

  it("The archive of the month contains every column, the credits remain used, and requests no longer find the record.", async () => {
    const { accountId, key } = await seedAccount({ used: 1, at: created });
    const id = await seedScreenshot(accountId, { ...noImage, name: 'Ünï\u2028\n"x"' });
    const row = await findRecord(id);

    // At the second sweep, the month of the record and the additional day of the retention have ended.
    await sweep(new Date(day(26).getTime() - 1), { days: "25" });
    expect(await findRecord(id)).not.toBeNull();
    await sweep(day(26), { days: "25" });

    expect(await findRecord(id)).toBeNull();
    const [line, ...others] = await archived(accountId);
    expect(others).toEqual([]);
    expect(line?.month).toBe("2026-01");
    expect(line?.record).toMatchObject({
      id,
      name: 'Ünï\u2028\n"x"',
      createdAt: "2026-01-10T12:00:00.123Z",
      options: { format: "png", viewport_width: 1280 },
      deletedAt: null,
    });
    expect(JSON.stringify(line?.record)).toBe(lineOfRow(row ?? {}));
    expect(await usedCredits(accountId)).toBe(1);
    const api = createApi();
    for (const path of ["", "/status"])
      await expectError(await api.get(`/v1/screenshots/${id}${path}`, { key }), 404, "not_found");
    const gone = await api.send("DELETE", `/v1/screenshots/${id}`, { key });
    await expectError(gone, 404, "not_found");
    expect(await sweep(day(26), { days: "25" })).not.toHaveProperty("archivedRecords");
  });

  it("A record stays until its month has ended, so that the month's credits can be checked.", async () => {
    const { accountId } = await seedAccount();
    const id = await seedScreenshot(accountId, noImage);
    const sent = { deletedAt: created };
    const deleted = await seedScreenshot(accountId, { ...noImage, ...sent });
    await sweep(new Date("2026-01-31T23:59:59.999Z"), { days: "1" });
    expect(await findRecord(id)).not.toBeNull();
    expect(await findRecord(deleted)).not.toBeNull();
    await sweep(new Date("2026-02-01T00:00:00Z"), { days: "1" });
    expect(await findRecord(id)).toBeNull();
  });

  it("The record retention of an account overrides RECORD_RETENTION_DAYS, and 0 means that records stay.", async () => {
    const [all, short, forever] = [
      await seedAccount(),
      await seedAccount({ recordRetentionDays: 40 }),
      await seedAccount({ recordRetentionDays: 0 }),
    ];
    for (const { accountId } of [all, short, forever]) await seedScreenshot(accountId, noImage);
    const left = async () =>
      Promise.all(
        [all, short, forever].map(async ({ accountId }) => (await recordsOf(accountId)).length),
      );
    await sweep(day(41), { days: "60" });
    expect(await left()).toEqual([1, 0, 1]);
    await sweep(day(61), { days: "60" });
    expect(await left()).toEqual([0, 0, 1]);
  });

  it.each(["-1", "1.5", "soon", "36501"])(
    "The invalid RECORD_RETENTION_DAYS %s archives nothing, and /ready names it.",
    async (days) => {
      const { accountId } = await seedAccount();
      const id = await seedScreenshot(accountId, noImage);
      await sweep(day(40_000), { days });
      expect(await findRecord(id)).not.toBeNull();
      const { config } = wire(
        { ...env, RECORD_RETENTION_DAYS: days },
        createExecutionContext(),
        () => undefined,
      );
      expect(config.invalidSettings).toEqual([
        "RECORD_RETENTION_DAYS is invalid: expected a whole number from 0 to 36,500.",
      ]);
    },
  );
});

describe("A record that is still referenced stays.", () => {
  it("An image expires with the retention of its record, and the record leaves a day later.", async () => {
    const { accountId } = await seedAccount({ storageUsedBytes: 100 });
    const id = await seedScreenshot(accountId, { createdAt: created });
    await sweep(day(30), { days: "30" });
    expect(await storageUsedBytes(accountId)).toBe(0);
    expect(await findRecord(id)).toMatchObject({ image_key: null, status: "completed" });
    await sweep(new Date(day(31).getTime() - 1), { days: "30" });
    expect(await findRecord(id)).not.toBeNull();
    await sweep(day(31), { days: "30" });
    expect(await archivedIds(accountId)).toEqual([id]);
  });

  it("A record whose image expired late stays as long as an Idempotency-Key may refer to it.", async () => {
    const { accountId } = await seedAccount();
    const expired = { imageExpiredAt: day(100), expiredImageKey: "x" };
    const id = await seedScreenshot(accountId, { ...noImage, ...expired });
    await sweep(new Date(day(101).getTime() - 1), { days: "30" });
    expect(await findRecord(id)).not.toBeNull();
    await sweep(day(101), { days: "30" });
    expect(await findRecord(id)).toBeNull();
  });

  it("A pinned screenshot and an unfinished capture stay.", async () => {
    const { accountId, key } = await seedAccount();
    const pinned = await seedScreenshot(accountId, { createdAt: created });
    const monitor = {
      name: "pinned",
      url: "https://example.com/",
      schedule: { every: "1d" },
      baseline: pinned,
    };
    expect((await createApi().post("/v1/monitors", monitor, { key })).status).toBe(201);
    const waiting = await seedScreenshot(accountId, {
      ...noImage,
      status: "pending",
      batchId: createId(created),
      deadlineAt: day(1_000),
    });
    await sweep(day(100), { days: "30" });
    expect(await findRecord(pinned)).toMatchObject({ image_expired_at: null });
    expect(await findRecord(waiting)).toMatchObject({ archive_key: null });
  });

  it("A batch leaves the database with its last record.", async () => {
    const { accountId } = await seedAccount();
    const [batchId, other] = [createId(created), createId(created)];
    for (const id of [batchId, other])
      await createDatabase(env.DB)
        .insert(batches)
        .values({ id, accountId, createdAt: created, endedAt: created });
    await seedScreenshot(accountId, { ...noImage, batchId });
    await seedScreenshot(accountId, { ...noImage, batchId: other });
    await seedScreenshot(accountId, { ...noImage, batchId: other, createdAt: day(80) });
    const left = async () => {
      const { results } = await env.DB.prepare("SELECT id FROM batches WHERE account_id = ?")
        .bind(accountId)
        .all();
      return results.map(({ id }) => id);
    };
    await sweep(day(100), { days: "30" });
    expect(await left()).toEqual([other]);
    await sweep(day(200), { days: "30" });
    expect(await left()).toEqual([]);
    expect(await archived(accountId)).toHaveLength(3);
  });
});

describe("A deleted record leaves the database after 30 days.", () => {
  it("The archive contains the time of the deletion.", async () => {
    const { accountId } = await seedAccount();
    const id = await seedScreenshot(accountId, { createdAt: created, deletedAt: day(5) });
    await sweep(new Date(day(35).getTime() - 1));
    expect(await findRecord(id)).not.toBeNull();
    await sweep(day(35));
    expect(await findRecord(id)).toBeNull();
    const [line] = await archived(accountId);
    expect(line?.record).toMatchObject({ id, deletedAt: day(5).toISOString() });
  });
});

describe("A crash neither loses nor duplicates a record.", () => {
  it("If the archive cannot be written, the records stay, cannot change, and the next sweep archives them.", async () => {
    const { accountId, key } = await seedAccount();
    const id = await seedScreenshot(accountId, noImage);
    const put = () => Promise.reject(new Error("R2 is down."));
    const { failures } = await sweep(day(60), { days: "30", archives: { put } });
    expect(String(failures)).toContain("R2 is down.");
    expect(await findRecord(id)).not.toBeNull();
    const changed = await createApi().send("PUT", `/v1/screenshots/${id}`, {
      key,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ name: "changed" }),
    });
    await expectError(changed, 404, "not_found");
    await sweep(day(60), { days: "30" });
    expect(await archivedIds(accountId)).toEqual([id]);
    expect(await findRecord(id)).toBeNull();
  });

  it("If the Worker stops after the archive was written, the next sweep writes the same object again.", async () => {
    const { accountId } = await seedAccount();
    const ids = [
      await seedScreenshot(accountId, noImage),
      await seedScreenshot(accountId, { ...noImage, createdAt: day(-20) }),
    ];
    const store = wire(env, createExecutionContext(), () => undefined).archives;
    await sweep(day(60), {
      days: "30",
      archives: {
        put: async (key, records) => {
          await store.put(key, records);
          throw new Error("The Worker stops.");
        },
      },
    });
    expect(await recordsOf(accountId)).toHaveLength(2);
    const before = await archived(accountId);
    expect(before).toHaveLength(1);
    // More records are due now. The sweep does not add them to the existing object.
    const later = await seedScreenshot(accountId, { ...noImage, createdAt: day(-20) });
    await sweep(day(60), { days: "30" });
    expect(await archivedIds(accountId)).toEqual([...ids, later].toSorted());
    expect(await recordsOf(accountId)).toEqual([]);
  });

  it("Two sweeps at the same time archive each record once.", async () => {
    const { accountId } = await seedAccount();
    const ids: string[] = [];
    for (let index = 0; index < 5; index++)
      ids.push(await seedScreenshot(accountId, { ...noImage, createdAt: day(-index) }));
    await Promise.all([sweep(day(60), { days: "30" }), sweep(day(60), { days: "30" })]);
    await sweep(day(60), { days: "30" });
    expect(await archivedIds(accountId)).toEqual(ids.toSorted());
    expect(await recordsOf(accountId)).toEqual([]);
  });
});

it("A sweep claims at most 500 records of an account, and stops at 4 MB of options.", async () => {
  const { accountId } = await seedAccount();
  const first = await seedScreenshot(accountId, noImage);
  const columns = Object.keys((await findRecord(first)) ?? {}).filter((name) => name !== "id");
  const copy = (from: string, count: number, options: string) =>
    env.DB.prepare(
      `INSERT INTO screenshots (id, ${columns.join(", ")})
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
       SELECT id || ?3 || i, ${columns.map((name) => (name === "options" ? "?4" : name)).join(", ")}
       FROM screenshots, n WHERE id = ?1`,
    )
      .bind(from, count, options.length, options)
      .run();
  await copy(first, 600, "{}");
  expect(await sweep(day(60), { days: "30" })).toMatchObject({ archivedRecords: 500 });
  expect(await sweep(day(60), { days: "30" })).toMatchObject({ archivedRecords: 101 });

  const large = await seedScreenshot(accountId, noImage);
  await copy(large, 9, JSON.stringify({ text: "x".repeat(1_000_000) }));
  const { archivedRecords } = await sweep(day(60), { days: "30" });
  expect(archivedRecords).toBeGreaterThanOrEqual(4);
  expect(archivedRecords).toBeLessThanOrEqual(5);
});

it("The archives of an account are deleted with the account.", async () => {
  await createOperator();
  const member = await createMember();
  const other = await seedAccount();
  for (const accountId of [member.accountId, other.accountId])
    await seedScreenshot(accountId, noImage);
  await sweep(day(60), { days: "30" });
  expect(await archived(member.accountId)).toHaveLength(1);
  const sent = { email: member.email, password: PASSWORD };
  expect((await member.post("/account/delete", sent)).status).toBe(303);
  expect(await archived(member.accountId)).toEqual([]);
  expect(await archived(other.accountId)).toHaveLength(1);
});

it("An archive that is written while its account is deleted is removed.", async () => {
  const { accountId } = await seedAccount();
  await seedScreenshot(accountId, noImage);
  const store = wire(env, createExecutionContext(), () => undefined).archives;
  await sweep(day(60), {
    days: "30",
    archives: {
      put: async (key, records) => {
        await env.DB.prepare("DELETE FROM accounts WHERE id = ?").bind(accountId).run();
        await store.put(key, records);
      },
    },
  });
  expect(await archived(accountId)).toEqual([]);
});
