// Records to test with, put where they belong without a capture.
import { env } from "cloudflare:workers";
import { captureOptions } from "../../src/contract/capture-options.ts";
import { createImageKey } from "../../src/domain/screenshots/capture/image-key.ts";
import { createId } from "../../src/lib/ids.ts";
import { monthOf } from "../../src/lib/month.ts";
import { createDatabase } from "../../src/storage/database.ts";
import { screenshots } from "../../src/storage/schema.ts";

type Wanted = Partial<typeof screenshots.$inferInsert>;

/** A completed PNG of 100 bytes that nobody has counted or stored, unless `wanted` says otherwise. Returns its id. */
export async function seedScreenshot(accountId: string, wanted: Wanted = {}): Promise<string> {
  const createdAt = wanted.createdAt ?? new Date();
  const format = wanted.format ?? "png";
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
    ...wanted,
  };
  await createDatabase(env.DB).insert(screenshots).values(record);
  return record.id;
}

/** One whose capture is still under way. */
export function seedUnfinished(accountId: string, wanted: Wanted = {}): Promise<string> {
  const nothingYet = { fileSize: null, width: null, height: null };
  return seedScreenshot(accountId, { status: "processing", ...nothingYet, ...wanted });
}
