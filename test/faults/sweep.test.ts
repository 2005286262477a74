// What the minute's sweep finds and puts right beyond lost captures: images, browsers, counters.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Context } from "../../src/domain/context.ts";
import { createImageKey } from "../../src/domain/screenshots/capture/image-key.ts";
import { createImageStore } from "../../src/storage/images.ts";
import { seedAccount } from "../support/accounts.ts";
import { createApi } from "../support/api.ts";
import { picture, fakeRender } from "../support/fake-render.ts";
import { sweep } from "../support/queue.ts";
import { storedImages } from "../support/records.ts";
import { seedScreenshot, seedUnfinished } from "../support/screenshots.ts";

const url = "https://example.com/";
const MINUTE_MS = 60_000;

const after = (minutes: number): Pick<Context, "clock"> => ({
  clock: () => new Date(Date.now() + minutes * MINUTE_MS),
});

/** As the end of a capture stores it. */
async function store(screenshotId: string, imageKey = createImageKey("png")): Promise<string> {
  const facts = { contentType: "image/png", cacheControl: "", screenshotId };
  await createImageStore(env.IMAGES).put(imageKey, picture, facts);
  return imageKey;
}

describe("an image without a record", () => {
  it("is removed once nobody can be about to mention it", async () => {
    const { accountId } = await seedAccount();
    const orphans = [
      await store("0".repeat(24)),
      await store(await seedScreenshot(accountId, { status: "failed", imageKey: null })),
      await store(await seedScreenshot(accountId)),
    ];
    const gone = createImageKey("png");
    await store(await seedScreenshot(accountId, { imageKey: gone, deletedAt: new Date() }), gone);

    await sweep(after(59));
    expect(await storedImages()).toEqual(expect.arrayContaining([...orphans, gone]));
    expect((await sweep(after(61)))["orphanedImages"]).toHaveLength(4);

    const left = await storedImages();
    for (const key of [...orphans, gone]) expect(left).not.toContain(key);
  });

  it("is not one that a record has or expects, a thumbnail, or one that somebody else put there", async () => {
    const { key, accountId } = await seedAccount();
    const api = createApi(fakeRender({ thumbnail: Promise.resolve(picture.slice()) }));
    await api.post("/v1/capture", { url }, { key });
    await api.settled();
    const expected = createImageKey("png");
    const id = await seedUnfinished(accountId, {
      imageKey: expected,
      deadlineAt: new Date(Date.now() + 24 * 60 * MINUTE_MS),
    });
    await store(id, expected);
    await env.IMAGES.put("backup/readme.txt", "not ours");
    const before = await storedImages();
    expect(before.some((name) => name.endsWith(".thumbnail"))).toBe(true);

    expect(await sweep(after(600))).not.toHaveProperty("orphanedImages");

    expect(await storedImages()).toEqual(before);
  });
});

describe("images in storage", () => {
  it("are listed once round, from anywhere, no more than asked for", async () => {
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

describe("counters", () => {
  /** What an hour's sweeps say: each account is looked at once, for there are fewer than 300 in this file. */
  async function differencesOf(accountId: string): Promise<unknown[]> {
    const found: unknown[] = [];
    for (let minute = 0; minute < 60; minute++) {
      const { counterDifferences = [] } = (await sweep(after(minute))) as {
        counterDifferences?: { accountId: string }[];
      };
      found.push(...counterDifferences.filter((difference) => difference.accountId === accountId));
    }
    return found;
  }

  it("that differ from the records are logged once an hour, and left alone", async () => {
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

  it("that agree are not mentioned", async () => {
    const { key, accountId } = await seedAccount();
    const api = createApi(fakeRender());
    await api.post("/v1/capture", { url }, { key });
    await api.settled();
    expect(await differencesOf(accountId)).toEqual([]);
  });
});
