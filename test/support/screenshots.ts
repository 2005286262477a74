// Inserts screenshot records without a capture.
import { env } from "cloudflare:workers";
import { captureOptions } from "../../src/contract/capture-options.ts";
import { createImageKey } from "../../src/domain/screenshots/capture/image-key.ts";
import { createId } from "../../src/lib/ids.ts";
import { monthOf } from "../../src/lib/month.ts";
import { createDatabase } from "../../src/storage/database.ts";
import { screenshots } from "../../src/storage/schema.ts";
import { findRecord } from "./records.ts";

type RecordFields = Partial<typeof screenshots.$inferInsert>;

/** Inserts the record of a completed PNG of 100 bytes and returns its id. Stores no image and changes no counter. */
export async function seedScreenshot(
  accountId: string,
  fields: RecordFields = {},
): Promise<string> {
  const createdAt = fields.createdAt ?? new Date();
  const format = fields.format ?? "png";
  const record = {
    id: createId(createdAt),
    accountId,
    url: "https://example.com/",
    status: "completed" as const,
    format,
    options: captureOptions.parse({ format }),
    creditMonth: monthOf(createdAt),
    deadlineAt: new Date(createdAt.getTime() + 120_000),
    imageKey: createImageKey(format),
    fileSize: 100,
    width: 1280,
    height: 1024,
    createdAt,
    updatedAt: createdAt,
    ...fields,
  };
  await createDatabase(env.DB).insert(screenshots).values(record);
  return record.id;
}

/** Inserts the record of a capture that is in progress. */
export function seedUnfinished(accountId: string, fields: RecordFields = {}): Promise<string> {
  const noImage = { fileSize: null, width: null, height: null };
  return seedScreenshot(accountId, { status: "processing", ...noImage, ...fields });
}

/**
 * Inserts completed records of 100 bytes, 20 seconds apart, the first at `createdAt`. Every tenth is deleted an hour after its
 * capture.
 */
export async function seedRecords(
  accountId: string,
  createdAt: Date,
  records: number,
): Promise<void> {
  const first = await seedScreenshot(accountId, { createdAt });
  const computed = ["id", "image_key", "created_at", "deleted_at"];
  const columns = Object.keys((await findRecord(first)) ?? {}).filter(
    (name) => !computed.includes(name),
  );
  await env.DB.prepare(
    `INSERT INTO screenshots (id, image_key, created_at, deleted_at, ${columns.join(", ")})
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     SELECT substr(id, 1, 8) || printf('%016x', i), i || image_key, created_at + i * 20000,
       iif(i % 10 = 0, created_at + i * 20000 + 3600000, NULL), ${columns.join(", ")} FROM screenshots, n WHERE id = ?1`,
  )
    .bind(first, records - 1)
    .run();
}
