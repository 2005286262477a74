// Thumbnails in the API: they are stored and deleted with their image, and a capture completes without them.
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { thumbnailKeyOf } from "../../../src/contract/formats.ts";
import type { ListAnswer, ScreenshotAnswer } from "../../../src/contract/screenshot.ts";
import { sweepLostCaptures } from "../../../src/domain/screenshots/maintenance/sweep.ts";
import { createImageStore } from "../../../src/storage/images.ts";
import { wire } from "../../../src/wiring.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { imageBytes, fakeRender } from "../../support/fake-render.ts";
import { storageUsedBytes, storedImages } from "../../support/records.ts";

const thumbnail = Uint8Array.from([0xff, 0xd8, 0xff, 1, 2, 3]);

function fakeThumbnail(bytes: Promise<Uint8Array<ArrayBuffer> | undefined>) {
  return fakeRender({ thumbnail: bytes });
}

async function capture(overrides: Parameters<typeof createApi>[0]) {
  const account = await seedAccount();
  const api = createApi(overrides);
  const body = { url: "https://example.com/", options: { response_type: "json" } };
  const response = await api.post("/v1/capture", body, { key: account.key });
  await api.settled();
  if (response.status !== 201)
    return { ...account, api, status: response.status, details: undefined };
  const { data } = await response.json<{ data: { id: string } }>();
  const record = await api.get(`/v1/screenshots/${data.id}`, { key: account.key });
  const { data: details } = await record.json<ScreenshotAnswer>();
  return { ...account, api, status: response.status, details };
}

async function thumbnailsIn(images: string[]): Promise<string[]> {
  const stored = await storedImages();
  return images.map(thumbnailKeyOf).filter((key) => stored.includes(key));
}

function keyOf(address: string | null | undefined): string {
  return new URL(address ?? "").pathname.replace("/images/", "");
}

describe("A thumbnail is stored with its image.", () => {
  it("A thumbnail has a URL in the record and in the list, and does not count as storage.", async () => {
    const { api, key, accountId, details } = await capture(
      fakeThumbnail(Promise.resolve(thumbnail)),
    );

    const list = await api.get("/v1/screenshots", { key });
    const { data } = await list.json<ListAnswer>();
    expect(data[0]?.thumbnailUrl).toBe(details?.thumbnailUrl);
    const response = await api.get(details?.thumbnailUrl ?? "");
    expect(response.headers.get("Content-Type")).toBe("image/jpeg");
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(thumbnail);
    expect(await storageUsedBytes(accountId)).toBe(imageBytes.byteLength);
  });

  it("Deleting a record deletes its thumbnail.", async () => {
    const { api, key, details } = await capture(fakeThumbnail(Promise.resolve(thumbnail)));
    const image = keyOf(details?.imageUrl);
    expect(await thumbnailsIn([image])).toHaveLength(1);

    await api.send("DELETE", `/v1/screenshots/${details?._id}`, { key });

    expect(await thumbnailsIn([image])).toEqual([]);
    expect((await api.get(details?.thumbnailUrl ?? "")).status).toBe(404);
  });

  it("A thumbnail that finishes after its record was deleted is not stored.", async () => {
    const { key } = await seedAccount();
    const pending = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
    const api = createApi(fakeThumbnail(pending.promise));
    const body = { url: "https://example.com/", options: { response_type: "json" } };
    const response = await api.post("/v1/capture", body, { key });
    const { data } = await response.json<{ data: { id: string } }>();
    const record = await api.get(`/v1/screenshots/${data.id}`, { key });
    const { data: details } = await record.json<ScreenshotAnswer>();

    await api.send("DELETE", `/v1/screenshots/${data.id}`, { key });
    pending.resolve(thumbnail);
    await api.settled();

    expect(await thumbnailsIn([keyOf(details.imageUrl)])).toEqual([]);
  });

  it("The sweep deletes the thumbnail of a lost capture.", async () => {
    const { accountId, details } = await capture(fakeThumbnail(Promise.resolve(thumbnail)));
    const image = keyOf(details?.imageUrl);
    await env.DB.prepare(
      "UPDATE screenshots SET status = 'processing', deadline_at = 0 WHERE account_id = ?",
    )
      .bind(accountId)
      .run();

    await sweepLostCaptures(wire(env, createExecutionContext(), () => {}));

    expect(await thumbnailsIn([image])).toEqual([]);
  });

  it("A thumbnail is not stored when its image cannot be stored.", async () => {
    const images = createImageStore(env.IMAGES);
    const rejectedKeys: string[] = [];
    const { status } = await capture({
      ...fakeThumbnail(Promise.resolve(thumbnail)),
      images: {
        ...images,
        put: async (key, ...rest) => {
          if (key.endsWith(".thumbnail")) return images.put(key, ...rest);
          rejectedKeys.push(key);
          throw new Error("R2 is down.");
        },
      },
    });

    expect(status).toBe(500);
    expect(rejectedKeys).toHaveLength(1);
    expect(await thumbnailsIn(rejectedKeys)).toEqual([]);
  });
});

describe("A capture completes without a thumbnail.", () => {
  it("A capture without a thumbnail completes without a thumbnail URL.", async () => {
    const { status, details } = await capture(fakeThumbnail(Promise.resolve(undefined)));

    expect(status).toBe(201);
    expect(details).not.toHaveProperty("thumbnailUrl");
  });

  it("A capture completes when only its thumbnail cannot be stored.", async () => {
    const images = createImageStore(env.IMAGES);
    const { status, details } = await capture({
      ...fakeThumbnail(Promise.resolve(thumbnail)),
      images: {
        ...images,
        put: async (key, ...rest) => {
          if (key.endsWith(".thumbnail")) throw new Error("R2 is down.");
          return images.put(key, ...rest);
        },
      },
    });

    expect(status).toBe(201);
    expect(details).toMatchObject({ status: "completed" });
    expect(details).not.toHaveProperty("thumbnailUrl");
  });

  it("A capture that is not stored renders no thumbnail.", async () => {
    const { key } = await seedAccount({ storageBytes: 100, storageUsedBytes: 100 });
    const fake = fakeRender();
    const response = await createApi(fake).post(
      "/v1/capture",
      { url: "https://example.com/" },
      { key },
    );

    expect(response.headers.get("X-Screenshot-Stored")).toBe("false");
    expect(fake.requests).toMatchObject([{ thumbnail: "never" }]);
  });
});
