// DELETE /v1/screenshots/{id}: the image is gone, the bytes come back once, whatever else goes on.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { DeleteAnswer } from "../../../src/contract/screenshot.ts";
import { createImageStore } from "../../../src/storage/images.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { expectError } from "../../support/expectations.ts";
import { guards } from "../../support/guards.ts";
import { imageBytes, fakeRender } from "../../support/fake-render.ts";
import {
  findRecord,
  recordsOf,
  storageUsedBytes,
  storedImages,
  usedCredits,
} from "../../support/records.ts";
import { seedScreenshot, seedUnfinished } from "../../support/screenshots.ts";

const url = "https://example.com/";

async function capture() {
  const account = await seedAccount();
  const api = createApi(fakeRender());
  const body = { url, options: { response_type: "json" } };
  const answer = await api.post("/v1/capture", body, { key: account.key });
  const { data } = await answer.json<{ data: { id: string; image_url: string } }>();
  return { ...account, api, id: data.id, image: new URL(data.image_url).pathname };
}

describe("answers", () => {
  it("with what was deleted; the image is gone, its bytes are free, the credit stays spent", async () => {
    const { key, accountId, api, id, image } = await capture();
    const kept = await api.post(
      "/v1/capture",
      { url, options: { response_type: "json" } },
      { key },
    );
    const { data: other } = await kept.json<{ data: { image_url: string } }>();
    expect(await storageUsedBytes(accountId)).toBe(2 * imageBytes.byteLength);

    const answer = await api.send("DELETE", `/v1/screenshots/${id}`, { key });

    expect(answer.status).toBe(200);
    const body = await answer.json<DeleteAnswer>();
    expect(body).toStrictEqual({
      success: true,
      message: expect.stringMatching(/./),
      data: {
        _id: id,
        url,
        status: "completed",
        isDeleted: true,
        deletedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        deletedSize: imageBytes.byteLength,
      },
    });
    expect((await api.get(image)).status).toBe(404);
    expect((await api.get(other.image_url)).status).toBe(200);
    expect(await storageUsedBytes(accountId)).toBe(imageBytes.byteLength);
    expect(await usedCredits(accountId)).toBe(2);
    expect(await findRecord(id)).toMatchObject({ deleted_at: Date.parse(body.data.deletedAt) });
  });

  it("one of many deletions at once, and gives the bytes back once", async () => {
    const { key, accountId, api, id } = await capture();
    const path = `/v1/screenshots/${id}`;
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => api.send("DELETE", path, { key })),
    );
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([200, 404, 404, 404, 404, 404]);
    expect(await storageUsedBytes(accountId)).toBe(0);
  });

  it.each([
    ["failed", { status: "failed" as const, fileSize: null }],
    ["unstored", { imageKey: null }],
  ])("the deletion of a %s record, which frees nothing", async (_, record) => {
    const { key, accountId } = await seedAccount({ storageUsedBytes: 500 });
    const id = await seedScreenshot(accountId, record);
    const answer = await createApi().send("DELETE", `/v1/screenshots/${id}`, { key });
    expect((await answer.json<DeleteAnswer>()).data).toMatchObject({
      isDeleted: true,
      deletedSize: 0,
    });
    expect(await storageUsedBytes(accountId)).toBe(500);
  });

  it("the deletion of a record whose capture has not begun", async () => {
    const { key, accountId } = await seedAccount({ storageUsedBytes: 500 });
    const id = await seedUnfinished(accountId, { status: "pending" });
    const answer = await createApi().send("DELETE", `/v1/screenshots/${id}`, { key });
    expect((await answer.json<DeleteAnswer>()).data).toMatchObject({
      status: "pending",
      deletedSize: 0,
    });
    expect(await storageUsedBytes(accountId)).toBe(500);
  });
});

describe("a record deleted while it is captured", () => {
  /** Deletes it when the picture has been taken, or when its image has just been stored. */
  async function deleteDuring(moment: "render" | "store", responseType: string) {
    const { key, accountId } = await seedAccount();
    const outside = createApi();
    const deletion: { deletedSize?: number } = {};
    const remove = async () => {
      const [record] = await recordsOf(accountId);
      const answer = await outside.send("DELETE", `/v1/screenshots/${record?.["id"]}`, { key });
      expect(answer.status).toBe(200);
      const { data } = await answer.json<DeleteAnswer>();
      expect(data.status).toBe("processing");
      deletion.deletedSize = data.deletedSize;
    };
    const { render } = fakeRender();
    const images = createImageStore(env.IMAGES);
    const api = createApi({
      render: async (...request) => {
        if (moment === "render") await remove();
        return render(...request);
      },
      images: {
        ...images,
        put: async (...image) => {
          const size = await images.put(...image);
          if (moment === "store") await remove();
          return size;
        },
      },
    });
    const before = new Set(await storedImages());
    const body = { url, options: { response_type: responseType } };
    const answer = await api.post("/v1/capture", body, { key });
    await api.settled();
    const left = (await storedImages()).filter((name) => !before.has(name));
    return { answer, accountId, left, ...deletion };
  }

  it.each(["render", "store"] as const)(
    "(at %s) still reaches the caller of a file, and nothing is kept",
    async (moment) => {
      const { answer, accountId, left, deletedSize } = await deleteDuring(moment, "by_format");
      expect(answer.status).toBe(200);
      expect(new Uint8Array(await answer.arrayBuffer())).toEqual(imageBytes);
      expect(deletedSize).toBe(0);
      expect(left).toEqual([]);
      expect(await storageUsedBytes(accountId)).toBe(0);
      expect(await usedCredits(accountId)).toBe(1);
      expect(await recordsOf(accountId)).toMatchObject([{ image_key: null }]);
    },
  );

  it.each(
    (["json", "empty"] as const).flatMap((type) =>
      (["render", "store"] as const).map((moment) => ({ type, moment })),
    ),
  )(
    "(at $moment) is gone for whoever asked for $type, who does not pay",
    async ({ type, moment }) => {
      const { answer, accountId, left } = await deleteDuring(moment, type);
      const [record] = await recordsOf(accountId);
      const details = { screenshotId: String(record?.["id"]), reason: "deleted" };
      await expectError(answer, 410, "image_gone", details);
      expect(left).toEqual([]);
      expect(await storageUsedBytes(accountId)).toBe(0);
      expect(await usedCredits(accountId)).toBe(0);
      expect(record).toMatchObject({ status: "failed", error_code: "image_gone" });
    },
  );
});

describe("an image that storage does not let go", () => {
  it("keeps its record, so that the deletion can be tried again", async () => {
    const { key, accountId, id, image } = await capture();
    const images = {
      ...createImageStore(env.IMAGES),
      remove: () => Promise.reject(new Error("R2 refuses.")),
    };
    const path = `/v1/screenshots/${id}`;

    const refusal = await createApi({ images }).send("DELETE", path, { key });

    await expectError(refusal, 500, "internal_error");
    expect(await findRecord(id)).toMatchObject({ deleted_at: null });
    expect(await storageUsedBytes(accountId)).toBe(imageBytes.byteLength);
    const api = createApi();
    expect((await api.send("DELETE", path, { key })).status).toBe(200);
    expect((await api.get(image)).status).toBe(404);
  });
});

guards({
  method: "DELETE",
  path: "/v1/screenshots/0123456789abcdef01234567",
  refused: ["POST"],
  allow: "GET, HEAD, PUT, DELETE",
});
