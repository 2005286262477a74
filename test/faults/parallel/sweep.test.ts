// The sweep of every minute: orphaned images and counters that differ from the records.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Context } from "../../../src/domain/context.ts";
import { createImageKey } from "../../../src/domain/screenshots/capture/image-key.ts";
import { createImageStore } from "../../../src/storage/images.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { imageBytes, fakeRender } from "../../support/fake-render.ts";
import { sweep } from "../../support/queue.ts";
import { storedImages } from "../../support/records.ts";
import { seedScreenshot, seedUnfinished } from "../../support/screenshots.ts";

const url = "https://example.com/";
const MINUTE_MS = 60_000;

const after = (minutes: number): Pick<Context, "clock"> => ({
  clock: () => new Date(Date.now() + minutes * MINUTE_MS),
});

/** Stores an image with the metadata of a finished capture. */
async function store(screenshotId: string, imageKey = createImageKey("png")): Promise<string> {
  const metadata = { contentType: "image/png", cacheControl: "", screenshotId };
  await createImageStore(env.IMAGES).put(imageKey, imageBytes, metadata);
  return imageKey;
}

describe("The sweep removes orphaned images.", () => {
  it("The sweep removes images without a record after one hour.", async () => {
    const { accountId } = await seedAccount();
    const orphans = [
      await store("0".repeat(24)),
      await store(await seedScreenshot(accountId, { status: "failed", imageKey: null })),
      await store(await seedScreenshot(accountId)),
    ];
    const deleted = createImageKey("png");
    await store(
      await seedScreenshot(accountId, { imageKey: deleted, deletedAt: new Date() }),
      deleted,
    );

    await sweep(after(59));
    expect(await storedImages()).toEqual(expect.arrayContaining([...orphans, deleted]));
    expect((await sweep(after(61)))["orphanedImages"]).toHaveLength(4);

    const left = await storedImages();
    for (const key of [...orphans, deleted]) expect(left).not.toContain(key);
  });

  it("The sweep keeps thumbnails, the images of finished and running captures, and files that the service did not store.", async () => {
    const { key, accountId } = await seedAccount();
    const api = createApi(fakeRender({ thumbnail: Promise.resolve(imageBytes.slice()) }));
    await api.post("/v1/capture", { url }, { key });
    await api.settled();
    const expected = createImageKey("png");
    const id = await seedUnfinished(accountId, {
      imageKey: expected,
      deadlineAt: new Date(Date.now() + 24 * 60 * MINUTE_MS),
    });
    await store(id, expected);
    await env.IMAGES.put("backup/readme.txt", "not an image");
    const before = await storedImages();
    expect(before.some((name) => name.endsWith(".thumbnail"))).toBe(true);

    expect(await sweep(after(600))).not.toHaveProperty("orphanedImages");

    expect(await storedImages()).toEqual(before);
  });
});

describe("The image store continues at the start after the last image.", () => {
  it("listAround lists every image once, from any start key, up to the limit.", async () => {
    const images = createImageStore(env.IMAGES);
    const all = await storedImages();
    for (const from of ["", "5", "Z", "zzzz", all[1]!]) {
      const listed = (await images.listAround(from, 100)).map(({ key }) => key);
      expect(listed.toSorted()).toEqual(all);
      const [first] = await images.listAround(from, 1);
      expect(first?.key).toBe(all.find((key) => key > from) ?? all[0]);
    }
  });
});

describe("The sweep compares counters with records.", () => {
  /** Returns the differences that the sweeps of one hour log. The sweeps check up to 300 accounts, each of them once. */
  async function differencesOf(accountId: string): Promise<unknown[]> {
    const differences: unknown[] = [];
    for (let minute = 0; minute < 60; minute++) {
      const { counterDifferences = [] } = (await sweep(after(minute))) as {
        counterDifferences?: { accountId: string }[];
      };
      differences.push(
        ...counterDifferences.filter((difference) => difference.accountId === accountId),
      );
    }
    return differences;
  }

  it("The sweep logs a counter that differs from the records once per hour and does not change it.", async () => {
    const { accountId } = await seedAccount({ used: 7, storageUsedBytes: 500 });
    await seedScreenshot(accountId, { fileSize: 200 });
    await seedScreenshot(accountId, { status: "failed", fileSize: null, imageKey: null });
    expect(await differencesOf(accountId)).toEqual([
      {
        accountId,
        storage: { counted: 500, kept: 200 },
        credits: { counted: 7, owed: 1 },
      },
    ]);
    const { results } = await env.DB.prepare("SELECT used FROM credits WHERE account_id = ?")
      .bind(accountId)
      .all();
    expect(results).toEqual([{ used: 7 }]);
  });

  it("The sweep logs nothing for counters that match the records.", async () => {
    const { key, accountId } = await seedAccount();
    const api = createApi(fakeRender());
    await api.post("/v1/capture", { url }, { key });
    await api.settled();
    expect(await differencesOf(accountId)).toEqual([]);
  });
});
