// Batches through the real queue and the real browser.
import { describe, expect, it } from "vitest";
import { seedAccount } from "../support/accounts.ts";
import { createApi } from "../support/api.ts";
import { pageOf } from "../support/pages.ts";
import { type Colour, decodeImage, expectColour } from "../support/image.ts";
import { storageUsedBytes, usedCredits } from "../support/records.ts";

const path = "/v1/capture/batch";
const small = { viewport_width: 200, viewport_height: 120 };

type Queued = { data: { _id: string; url: string }[]; batchId: string };

type Listed = {
  data: { _id: string; status: string; imageUrl: string; metadata: { fileSize: number } }[];
  pagination: { total: number };
};

/** Returns a distinct colour for each number below 50. */
function colourOf(i: number): Colour {
  return [(i % 5) * 60, Math.floor(i / 5) * 25, 255 - i * 4, 255];
}

describe("A batch of 50 pages", () => {
  it("All 50 images are correct, and the usage equals the number of captures.", async () => {
    const { key, accountId } = await seedAccount();
    const api = createApi();
    const urls = Array.from({ length: 50 }, (_, i) => {
      const [red, green, blue] = colourOf(i);
      return pageOf(`<title>${i}</title><body style="background:rgb(${red},${green},${blue})">`);
    });

    const answer = await api.post(path, { urls, options: small }, { key });
    expect(answer.status).toBe(201);
    const { data, batchId } = await answer.json<Queued>();

    const list = async (status: string) => {
      const query = `batchId=${batchId}&limit=100&status=${status}`;
      return (await api.get(`/v1/screenshots?${query}`, { key })).json<Listed>();
    };
    await expect
      .poll(async () => (await list("completed")).pagination.total, {
        timeout: 100_000,
        interval: 1_000,
      })
      .toBe(50);

    const done = new Map((await list("completed")).data.map((item) => [item._id, item]));
    let bytes = 0;
    for (const [i, { _id }] of data.entries()) {
      const item = done.get(_id)!;
      const file = new Uint8Array(await (await api.get(item.imageUrl)).arrayBuffer());
      const image = await decodeImage(file);
      expect([image.widthPx, image.heightPx]).toEqual([200, 120]);
      for (const at of [
        [0, 0],
        [199, 119],
        [100, 60],
      ] as [number, number][])
        expectColour(image, at, colourOf(i));
      expect(item.metadata.fileSize).toBe(file.byteLength);
      bytes += file.byteLength;
    }
    expect(await usedCredits(accountId)).toBe(50);
    expect(await storageUsedBytes(accountId)).toBe(bytes);
    const usage = await (await api.get("/v1/screenshots/usage", { key })).json();
    expect(usage).toMatchObject({ data: { usage: 50, storage: { used: bytes } } });
  }, 150_000);
});
