// POST /v1/compare: the result, the diff image, the storage it uses, and every refusal.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { CompareAnswer } from "../../../src/contract/compare.ts";
import { createImageKey } from "../../../src/domain/screenshots/capture/image-key.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { expectError } from "../../support/expectations.ts";
import { guards } from "../../support/guards.ts";
import { storageUsedBytes, storedObjects } from "../../support/records.ts";
import { seedScreenshot, seedUnfinished } from "../../support/screenshots.ts";
import { decodePng, encodePng, type DecodedImage } from "../../unit/capture/encode/png-image.ts";

const api = createApi();
const UNKNOWN = "0".repeat(24);

guards({ method: "POST", path: "/v1/compare", refused: ["GET", "PUT", "DELETE"], allow: "POST" });

describe("responses", () => {
  it("The response contains the changed rectangles, and the diff image counts in the storage.", async () => {
    const { key, accountId } = await seedAccount();
    const before = await seedImage(accountId, plain());
    const after = await seedImage(accountId, paint(plain(), 30, 40));

    const data = await compare(key, { before, after });

    expect(data).toMatchObject({
      changed: true,
      pixels: 100,
      ratio: 100 / 20_000,
      width: 100,
      height: 200,
      regions: [{ x: 30, y: 40, width: 10, height: 10, pixels: 100 }],
    });
    const diff = await api.get(new URL(data.diffUrl ?? "").pathname);
    expect(diff.headers.get("Content-Type")).toBe("image/png");
    const file = new Uint8Array(await diff.arrayBuffer());
    expect(decodePng(file)).toMatchObject({ widthPx: 100, heightPx: 200 });
    expect(await storageUsedBytes(accountId)).toBe(file.byteLength);
  });

  it("The response has no diff image when nothing changed.", async () => {
    const { key, accountId } = await seedAccount();
    const [before, after] = [
      await seedImage(accountId, plain()),
      await seedImage(accountId, plain()),
    ];

    const data = await compare(key, { before, after });

    expect(data).toEqual({
      changed: false,
      ratio: 0,
      pixels: 0,
      width: 100,
      height: 200,
      regions: [],
      diffUrl: null,
    });
    expect(await storageUsedBytes(accountId)).toBe(0);
  });

  it("A repeated request returns the first result, and one diff image is stored.", async () => {
    const { key, accountId } = await seedAccount();
    const before = await seedImage(accountId, plain());
    const after = await seedImage(accountId, paint(plain(), 1, 1));

    const answers = await Promise.all([
      compare(key, { before, after }),
      compare(key, { before, after, threshold: 0.1 }),
    ]);
    const later = await compare(key, { before, after });

    expect(new Set([...answers, later].map(({ diffUrl }) => diffUrl)).size).toBe(1);
    const diffs = (await storedObjects()).filter(
      ({ customMetadata }) => customMetadata?.["screenshotId"] === after,
    );
    expect(diffs.length).toBe(1);
    expect(await storageUsedBytes(accountId)).toBe(diffs[0]?.size);
  });

  it("The response has no diff image when the storage is full.", async () => {
    const { key, accountId } = await seedAccount({ storageBytes: 0 });
    const before = await seedImage(accountId, plain());
    const after = await seedImage(accountId, paint(plain(), 1, 1));

    expect(await compare(key, { before, after })).toMatchObject({ changed: true, diffUrl: null });
    expect(await storageUsedBytes(accountId)).toBe(0);
  });

  it("After 100 comparisons of the later screenshot, results are returned but not stored.", async () => {
    const { key, accountId } = await seedAccount();
    const before = await seedImage(accountId, plain());
    const after = await seedImage(accountId, paint(plain(), 1, 1));
    await env.DB.prepare(
      `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 99)
        INSERT INTO comparisons SELECT 'c' || n, ?1, ?2, ?3, 'hash' || n, '{}', NULL, 0, 0 FROM numbers`,
    )
      .bind(accountId, before, after)
      .run();

    expect((await compare(key, { before, after })).diffUrl).not.toBeNull();
    const bytes = await storageUsedBytes(accountId);
    const more = await compare(key, { before, after, threshold: 0.2 });
    expect(more).toMatchObject({ changed: true, diffUrl: null });
    expect(await storageUsedBytes(accountId)).toBe(bytes);
  });

  it("Ignored rectangles do not count as changes.", async () => {
    const { key, accountId } = await seedAccount();
    const before = await seedImage(accountId, plain());
    const after = await seedImage(accountId, paint(plain(), 30, 40));

    const ignore = [{ x: 25, y: 35, width: 20, height: 20 }];

    expect(await compare(key, { before, after, ignore })).toMatchObject({ changed: false });
  });
});

describe("diff images", () => {
  it("The diff image is deleted with the later screenshot, and its bytes are freed.", async () => {
    const { key, accountId } = await seedAccount();
    const before = await seedImage(accountId, plain());
    const after = await seedImage(accountId, paint(plain(), 5, 5), { fileSize: 0 });
    const { diffUrl } = await compare(key, { before, after });

    await api.send("DELETE", `/v1/screenshots/${before}`, { key });
    expect((await api.get(new URL(diffUrl ?? "").pathname)).status).toBe(200);
    await api.send("DELETE", `/v1/screenshots/${after}`, { key });

    expect((await api.get(new URL(diffUrl ?? "").pathname)).status).toBe(404);
    expect(await storageUsedBytes(accountId)).toBeLessThanOrEqual(0);
  });
});

describe("refusals", () => {
  it("The endpoint refuses screenshots that do not exist or belong to another account.", async () => {
    const { key, accountId } = await seedAccount();
    const own = await seedImage(accountId, plain());
    const other = await seedImage((await seedAccount()).accountId, plain());

    await expectError(await send(key, { before: UNKNOWN, after: own }), 404, "not_found");
    await expectError(await send(key, { before: own, after: other }), 403, "forbidden");
  });

  it("The endpoint refuses screenshots that are not completed or not PNG and names the field.", async () => {
    const { key, accountId } = await seedAccount();
    const own = await seedImage(accountId, plain());
    const pending = await seedUnfinished(accountId);
    const jpeg = await seedScreenshot(accountId, { format: "jpeg" });
    const huge = await seedScreenshot(accountId, { width: 20_000, height: 20_000 });

    for (const [field, id] of [
      ["before", pending],
      ["after", jpeg],
      ["after", huge],
    ] as const) {
      const answer = await send(key, { before: own, after: own, [field]: id });
      await expectError(answer, 422, "invalid_options", { [field]: expect.any(String) });
    }
  });

  it("The endpoint refuses corrupt images, and images that are too large together.", async () => {
    const { key, accountId } = await seedAccount();
    const own = await seedImage(accountId, plain());
    const corrupt = createImageKey("png");
    await env.IMAGES.put(corrupt, encodePng(plain()).subarray(0, 300));
    const cut = await seedScreenshot(accountId, { imageKey: corrupt, width: 100, height: 200 });
    const missing = await seedScreenshot(accountId, { width: 100, height: 200 });
    const wide = await seedScreenshot(accountId, { width: 16_000, height: 6_000 });
    const tall = await seedScreenshot(accountId, { width: 1_000, height: 50_000 });

    await expectError(await send(key, { before: cut, after: own }), 422, "invalid_options", {
      before: "the image is corrupt; capture the page again",
    });
    await expectError(await send(key, { before: own, after: cut }), 422, "invalid_options", {
      after: expect.any(String),
    });
    await expectError(await send(key, { before: wide, after: tall }), 422, "invalid_options", {
      before: expect.stringContaining("together"),
    });
    await expectError(await send(key, { before: own, after: missing }), 410, "image_gone", {
      screenshot: missing,
    });
  });

  it("The endpoint refuses screenshots whose image has expired.", async () => {
    const { key, accountId } = await seedAccount();
    const own = await seedImage(accountId, plain());
    const expired = await seedScreenshot(accountId, { imageKey: null, imageExpiredAt: new Date() });

    await expectError(await send(key, { before: own, after: expired }), 410, "image_gone", {
      screenshot: expired,
      reason: "expired",
    });
  });

  it("The endpoint reports all invalid settings at the same time.", async () => {
    const { key } = await seedAccount();

    const answer = await send(key, {
      before: 7,
      after: UNKNOWN,
      threshold: 2,
      ignore: [{ x: 0 }],
      more: true,
    });

    await expectError(answer, 422, "invalid_options", {
      before: expect.any(String),
      threshold: expect.any(String),
      "ignore.0.y": expect.any(String),
      "ignore.0.width": expect.any(String),
      "ignore.0.height": expect.any(String),
      more: expect.any(String),
    });
  });
});

async function send(key: string, body: object): Promise<Response> {
  return api.post("/v1/compare", body, { key });
}

async function compare(key: string, body: object): Promise<CompareAnswer["data"]> {
  const answer = await send(key, body);
  expect(answer.status).toBe(201);
  const { data } = await answer.json<CompareAnswer>();
  return data;
}

async function seedImage(accountId: string, image: DecodedImage, wanted = {}): Promise<string> {
  const imageKey = createImageKey("png");
  await env.IMAGES.put(imageKey, encodePng(image));
  const size = { width: image.widthPx, height: image.heightPx };
  return seedScreenshot(accountId, { imageKey, ...size, fileSize: 0, ...wanted });
}

function plain(): DecodedImage {
  return { widthPx: 100, heightPx: 200, channels: 3, pixels: new Uint8Array(60_000).fill(200) };
}

function paint(image: DecodedImage, x: number, y: number): DecodedImage {
  const pixels = image.pixels.slice();
  for (let row = y; row < y + 10; row++)
    pixels.fill(0, (row * 100 + x) * 3, (row * 100 + x + 10) * 3);
  return { ...image, pixels };
}
