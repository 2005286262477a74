// Expired images: the sweep deletes them and frees their bytes, and their records remain.
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { ScreenshotAnswer } from "../../../src/contract/screenshot.ts";
import { runScheduled } from "../../../src/jobs/scheduled.ts";
import type { Fields } from "../../../src/lib/log.ts";
import { createImageStore, type ImageStore } from "../../../src/storage/images.ts";
import { wire } from "../../../src/wiring.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { expectError } from "../../support/expectations.ts";
import { imageBytes, fakeRender } from "../../support/fake-render.ts";
import { findRecord, storageUsedBytes, usedCredits } from "../../support/records.ts";
import { seedScreenshot } from "../../support/screenshots.ts";

const url = "https://example.com/";
const DAY_MS = 24 * 60 * 60 * 1000;

/** Runs the jobs of every minute at the time `at`. */
async function sweep(
  at: Date,
  { RETENTION_DAYS = "0", images }: { RETENTION_DAYS?: string; images?: Partial<ImageStore> } = {},
): Promise<Fields> {
  const logged: Fields = {};
  const ctx = wire({ ...env, RETENTION_DAYS }, createExecutionContext(), (fields) =>
    Object.assign(logged, fields),
  );
  const overrides = { clock: () => at, images: { ...ctx.images, ...images } };
  await runScheduled("* * * * *", { ...ctx, ...overrides });
  return logged;
}

/** Creates an account with one image, captured on 2026-01-01. `later` returns the time that is `ms` milliseconds later. */
async function capture(settings: Parameters<typeof seedAccount>[0] = {}, options: object = {}) {
  const at = new Date("2026-01-01T00:00:00Z");
  const later = (ms: number) => new Date(at.getTime() + ms);
  let now = at;
  const account = await seedAccount(settings);
  const api = createApi({ ...fakeRender(), clock: () => now });
  const body = { url, options: { response_type: "json", ...options } };
  const send = (headers = {}, at = now) => {
    now = at;
    return api.post("/v1/capture", body, { key: account.key, headers });
  };
  const response = await send();
  const { data } = await response.json<{ data: { id: string; image_url: string } }>();
  return { ...account, api, send, later, id: data.id, image: new URL(data.image_url).pathname };
}

describe("An image expires after its retention time.", () => {
  it("An expired image frees its bytes, its record shows the expiry, and the credit is not refunded.", async () => {
    const { key, accountId, api, id, image, later } = await capture({ retentionDays: 7 });

    await sweep(later(7 * DAY_MS - 1));
    expect((await api.get(image)).status).toBe(200);
    const at = later(7 * DAY_MS);
    await sweep(at);

    expect(await storageUsedBytes(accountId)).toBe(0);
    expect(await usedCredits(accountId)).toBe(1);
    const response = await api.get(`/v1/screenshots/${id}`, { key });
    expect((await response.json<ScreenshotAnswer>()).data).toMatchObject({
      status: "completed",
      imageUrl: null,
      imageExpiredAt: at.toISOString(),
      updatedAt: at.toISOString(),
      metadata: { fileSize: imageBytes.byteLength, format: "png" },
    });
    const status = await api.get(`/v1/screenshots/${id}/status`, { key });
    expect(await status.json()).toStrictEqual({
      success: true,
      data: { id, status: "completed", imageUrl: null, imageExpiredAt: at.toISOString() },
    });
    const list = await api.get("/v1/screenshots", { key });
    expect(await list.json()).toMatchObject({
      data: [{ _id: id, imageUrl: null, imageExpiredAt: at.toISOString() }],
    });
  });

  it("The URL of an expired image returns 410, and 404 after its record is deleted.", async () => {
    const { key, accountId, api, id, image, later } = await capture({ retentionDays: 1 });
    const at = later(DAY_MS);
    await sweep(at);

    const expired = await api.get(image);
    expect(expired.status).toBe(410);
    expect(await expired.json()).toEqual({
      error: {
        code: "image_gone",
        message: expect.any(String),
        details: { reason: "expired", expiredAt: at.toISOString() },
      },
    });
    expect((await api.send("HEAD", image)).status).toBe(410);

    const deleted = await api.send("DELETE", `/v1/screenshots/${id}`, { key });
    expect(await deleted.json()).toMatchObject({ data: { isDeleted: true, deletedSize: 0 } });
    expect(await storageUsedBytes(accountId)).toBe(0);
    expect((await api.get(image)).status).toBe(404);
  });

  it("A request with cache_ttl captures the page again after its image has expired.", async () => {
    const { send, later } = await capture({ retentionDays: 1 }, { cache_ttl: 2_592_000 });
    expect((await send()).headers.get("X-Cache")).toBe("HIT");
    await sweep(later(DAY_MS));
    expect((await send()).headers.get("X-Cache")).toBe("MISS");
  });

  it("A repeated Idempotency-Key returns image_gone after the image has expired.", async () => {
    const { send, later } = await capture({ retentionDays: 1 }, { cache_ttl: 2_592_000 });
    const headers = { "Idempotency-Key": "order-1" };
    expect((await send(headers, later(DAY_MS - 1))).headers.get("X-Cache")).toBe("HIT");
    await sweep(later(DAY_MS));
    const again = await send(headers);
    await expectError(again, 410, "image_gone", { reason: "expired" });
  });

  it("An expired image that cannot be deleted is deleted by the next sweep, which frees its bytes.", async () => {
    const { accountId, api, id, image, later } = await capture({ retentionDays: 1 });
    const remove = () => Promise.reject(new Error("R2 is down."));
    const { failures } = await sweep(later(DAY_MS), { images: { remove } });
    expect(String(failures)).toContain("R2 is down.");
    expect(await storageUsedBytes(accountId)).toBe(imageBytes.byteLength);
    expect(await findRecord(id)).toMatchObject({ image_expired_at: null });
    await sweep(later(DAY_MS));
    expect(await storageUsedBytes(accountId)).toBe(0);
    expect((await api.get(image)).status).toBe(410);
  });

  it("An image that expires and is deleted at the same time frees its bytes once.", async () => {
    const { key, accountId, id, later } = await capture({ retentionDays: 1 });
    const store = createImageStore(env.IMAGES);
    await sweep(later(DAY_MS), {
      images: {
        remove: async (keys) => {
          await createApi().send("DELETE", `/v1/screenshots/${id}`, { key });
          await store.remove(keys);
        },
      },
    });
    expect(await storageUsedBytes(accountId)).toBe(0);
    expect(await findRecord(id)).toMatchObject({ image_expired_at: null });
  });
});

describe("The operator sets the retention time.", () => {
  it("Images never expire by default.", async () => {
    const { api, image, later } = await capture();
    await sweep(later(36_500 * DAY_MS));
    expect((await api.get(image)).status).toBe(200);
  });

  it("The retention time of an account overrides RETENTION_DAYS, and 0 means no expiry.", async () => {
    const all = await capture();
    const shorter = await capture({ retentionDays: 2 });
    const longer = await capture({ retentionDays: 20 });
    const forever = await capture({ retentionDays: 0 });
    const available = async () =>
      Promise.all(
        [all, shorter, longer, forever].map(
          async ({ api, image }) => (await api.get(image)).status === 200,
        ),
      );
    const after = async (days: number) => {
      await sweep(all.later(days * DAY_MS), { RETENTION_DAYS: "10" });
      return available();
    };
    expect(await after(2)).toEqual([true, false, true, true]);
    expect(await after(10)).toEqual([false, false, true, true]);
    expect(await after(20)).toEqual([false, false, false, true]);
  });

  it.each(["-1", "1.5", "soon", "36501"])(
    "The invalid RETENTION_DAYS %s deletes no image.",
    async (days) => {
      const { api, image, later } = await capture();
      await sweep(later(40_000 * DAY_MS), { RETENTION_DAYS: days });
      expect((await api.get(image)).status).toBe(200);
    },
  );
});

it("A sweep deletes at most 1,500 expired images, and later sweeps delete the rest.", async () => {
  const count = 1_600;
  const { accountId } = await seedAccount({ retentionDays: 1, storageUsedBytes: 7 + count * 100 });
  const createdAt = new Date("2026-01-01T00:00:00Z");
  const first = await seedScreenshot(accountId, { createdAt });
  const columns = Object.keys((await findRecord(first)) ?? {}).filter(
    (name) => name !== "id" && name !== "image_key",
  );
  await env.DB.prepare(
    `INSERT INTO screenshots (id, image_key, ${columns.join(", ")})
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     SELECT id || i, i || image_key, ${columns.join(", ")} FROM screenshots, n WHERE id = ?1`,
  )
    .bind(first, count - 1)
    .run();
  const at = new Date(createdAt.getTime() + DAY_MS);

  expect(await sweep(at)).toMatchObject({ expiredImages: 1_500 });
  expect(await storageUsedBytes(accountId)).toBe(7 + 100 * 100);
  expect(await sweep(at)).toMatchObject({ expiredImages: 100 });
  expect(await storageUsedBytes(accountId)).toBe(7);
  expect(await sweep(at)).not.toHaveProperty("expiredImages");
});
