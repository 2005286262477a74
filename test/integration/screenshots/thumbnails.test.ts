// Thumbnails as the API knows them: there with the image, gone with the image, and never in a capture's way.
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

function plantedThumbnail(bytes: Promise<Uint8Array<ArrayBuffer> | undefined>) {
  return fakeRender({ thumbnail: bytes });
}

async function capture(planted: Parameters<typeof createApi>[0]) {
  const account = await seedAccount();
  const api = createApi(planted);
  const body = { url: "https://example.com/", options: { response_type: "json" } };
  const answer = await api.post("/v1/capture", body, { key: account.key });
  await api.settled();
  if (answer.status !== 201) return { ...account, api, status: answer.status, details: undefined };
  const { data } = await answer.json<{ data: { id: string } }>();
  const record = await api.get(`/v1/screenshots/${data.id}`, { key: account.key });
  const { data: details } = await record.json<ScreenshotAnswer>();
  return { ...account, api, status: answer.status, details };
}

async function thumbnailsIn(images: string[]): Promise<string[]> {
  const all = await storedImages();
  return images.map(thumbnailKeyOf).filter((key) => all.includes(key));
}

function keyOf(address: string | null | undefined): string {
  return new URL(address ?? "").pathname.replace("/images/", "");
}

describe("a stored thumbnail", () => {
  it("has an address in the record and in the list, and costs no storage", async () => {
    const { api, key, accountId, details } = await capture(
      plantedThumbnail(Promise.resolve(thumbnail)),
    );

    const list = await api.get("/v1/screenshots", { key });
    const { data } = await list.json<ListAnswer>();
    expect(data[0]?.thumbnailUrl).toBe(details?.thumbnailUrl);
    const answer = await api.get(details?.thumbnailUrl ?? "");
    expect(answer.headers.get("Content-Type")).toBe("image/jpeg");
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(thumbnail);
    expect(await storageUsedBytes(accountId)).toBe(imageBytes.byteLength);
  });

  it("is gone with its record", async () => {
    const { api, key, details } = await capture(plantedThumbnail(Promise.resolve(thumbnail)));
    const image = keyOf(details?.imageUrl);
    expect(await thumbnailsIn([image])).toHaveLength(1);

    await api.send("DELETE", `/v1/screenshots/${details?._id}`, { key });

    expect(await thumbnailsIn([image])).toEqual([]);
    expect((await api.get(details?.thumbnailUrl ?? "")).status).toBe(404);
  });

  it("is gone with a record that is deleted before it comes", async () => {
    const { key } = await seedAccount();
    const coming = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
    const api = createApi(plantedThumbnail(coming.promise));
    const body = { url: "https://example.com/", options: { response_type: "json" } };
    const answer = await api.post("/v1/capture", body, { key });
    const { data } = await answer.json<{ data: { id: string } }>();
    const record = await api.get(`/v1/screenshots/${data.id}`, { key });
    const { data: details } = await record.json<ScreenshotAnswer>();

    await api.send("DELETE", `/v1/screenshots/${data.id}`, { key });
    coming.resolve(thumbnail);
    await api.settled();

    expect(await thumbnailsIn([keyOf(details.imageUrl)])).toEqual([]);
  });

  it("is gone with a capture that was lost after storing it", async () => {
    const { accountId, details } = await capture(plantedThumbnail(Promise.resolve(thumbnail)));
    const image = keyOf(details?.imageUrl);
    await env.DB.prepare(
      "UPDATE screenshots SET status = 'processing', deadline_at = 0 WHERE account_id = ?",
    )
      .bind(accountId)
      .run();

    await sweepLostCaptures(wire(env, createExecutionContext(), () => {}));

    expect(await thumbnailsIn([image])).toEqual([]);
  });

  it("is gone when the image itself could not be stored", async () => {
    const images = createImageStore(env.IMAGES);
    const refused: string[] = [];
    const { status } = await capture({
      ...plantedThumbnail(Promise.resolve(thumbnail)),
      images: {
        ...images,
        put: async (key, ...rest) => {
          if (key.endsWith(".thumbnail")) return images.put(key, ...rest);
          refused.push(key);
          throw new Error("R2 refuses.");
        },
      },
    });

    expect(status).toBe(500);
    expect(refused).toHaveLength(1);
    expect(await thumbnailsIn(refused)).toEqual([]);
  });
});

describe("a capture without a thumbnail", () => {
  it("is completed and has no address for one", async () => {
    const { status, details } = await capture(plantedThumbnail(Promise.resolve(undefined)));

    expect(status).toBe(201);
    expect(details).not.toHaveProperty("thumbnailUrl");
  });

  it("is completed when only the thumbnail cannot be stored", async () => {
    const images = createImageStore(env.IMAGES);
    const { status, details } = await capture({
      ...plantedThumbnail(Promise.resolve(thumbnail)),
      images: {
        ...images,
        put: async (key, ...rest) => {
          if (key.endsWith(".thumbnail")) throw new Error("R2 refuses.");
          return images.put(key, ...rest);
        },
      },
    });

    expect(status).toBe(201);
    expect(details).toMatchObject({ status: "completed" });
    expect(details).not.toHaveProperty("thumbnailUrl");
  });

  it("asks for none where nothing is stored", async () => {
    const { key } = await seedAccount({ storageBytes: 100, storageUsedBytes: 100 });
    const planted = fakeRender();
    const answer = await createApi(planted).post(
      "/v1/capture",
      { url: "https://example.com/" },
      { key },
    );

    expect(answer.headers.get("X-Screenshot-Stored")).toBe("false");
    expect(planted.requests).toMatchObject([{ thumbnail: "never" }]);
  });
});
