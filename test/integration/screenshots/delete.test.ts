// DELETE /v1/screenshots/{id}: deletes the image and frees its bytes once, also during a capture.
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
  const response = await api.post("/v1/capture", body, { key: account.key });
  const { data } = await response.json<{ data: { id: string; image_url: string } }>();
  return { ...account, api, id: data.id, image: new URL(data.image_url).pathname };
}

describe("The delete endpoint deletes records of every status.", () => {
  it("Deleting a screenshot deletes its image and frees its bytes, without refunding the credit.", async () => {
    const { key, accountId, api, id, image } = await capture();
    const second = await api.post(
      "/v1/capture",
      { url, options: { response_type: "json" } },
      { key },
    );
    const { data: other } = await second.json<{ data: { image_url: string } }>();
    expect(await storageUsedBytes(accountId)).toBe(2 * imageBytes.byteLength);

    const response = await api.send("DELETE", `/v1/screenshots/${id}`, { key });

    expect(response.status).toBe(200);
    const body = await response.json<DeleteAnswer>();
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

  it("Concurrent deletions succeed once and free the bytes once.", async () => {
    const { key, accountId, api, id } = await capture();
    const path = `/v1/screenshots/${id}`;
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => api.send("DELETE", path, { key })),
    );
    const statuses = responses.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([200, 404, 404, 404, 404, 404]);
    expect(await storageUsedBytes(accountId)).toBe(0);
  });

  it.each([
    ["failed", { status: "failed" as const, fileSize: null }],
    ["not stored", { imageKey: null }],
  ])("Deleting a record without an image frees no bytes: %s.", async (_, record) => {
    const { key, accountId } = await seedAccount({ storageUsedBytes: 500 });
    const id = await seedScreenshot(accountId, record);
    const response = await createApi().send("DELETE", `/v1/screenshots/${id}`, { key });
    expect((await response.json<DeleteAnswer>()).data).toMatchObject({
      isDeleted: true,
      deletedSize: 0,
    });
    expect(await storageUsedBytes(accountId)).toBe(500);
  });

  it("Deleting a pending record succeeds and frees no bytes.", async () => {
    const { key, accountId } = await seedAccount({ storageUsedBytes: 500 });
    const id = await seedUnfinished(accountId, { status: "pending" });
    const response = await createApi().send("DELETE", `/v1/screenshots/${id}`, { key });
    expect((await response.json<DeleteAnswer>()).data).toMatchObject({
      status: "pending",
      deletedSize: 0,
    });
    expect(await storageUsedBytes(accountId)).toBe(500);
  });
});

describe("A record may be deleted during its capture.", () => {
  /** Deletes the record during rendering, or immediately after its image was stored. */
  async function deleteDuring(moment: "render" | "store", responseType: string) {
    const { key, accountId } = await seedAccount();
    const otherApi = createApi();
    const deletion: { deletedSize?: number } = {};
    const remove = async () => {
      const [record] = await recordsOf(accountId);
      const response = await otherApi.send("DELETE", `/v1/screenshots/${record?.["id"]}`, { key });
      expect(response.status).toBe(200);
      const { data } = await response.json<DeleteAnswer>();
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
    const response = await api.post("/v1/capture", body, { key });
    await api.settled();
    const remaining = (await storedImages()).filter((name) => !before.has(name));
    return { response, accountId, remaining, ...deletion };
  }

  it.each(["render", "store"] as const)(
    "A capture deleted during its %s still returns the file and stores nothing.",
    async (moment) => {
      const { response, accountId, remaining, deletedSize } = await deleteDuring(
        moment,
        "by_format",
      );
      expect(response.status).toBe(200);
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(imageBytes);
      expect(deletedSize).toBe(0);
      expect(remaining).toEqual([]);
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
    "A capture deleted during its $moment returns image_gone and is refunded for response_type $type.",
    async ({ type, moment }) => {
      const { response, accountId, remaining } = await deleteDuring(moment, type);
      const [record] = await recordsOf(accountId);
      const details = { screenshotId: String(record?.["id"]), reason: "deleted" };
      await expectError(response, 410, "image_gone", details);
      expect(remaining).toEqual([]);
      expect(await storageUsedBytes(accountId)).toBe(0);
      expect(await usedCredits(accountId)).toBe(0);
      expect(record).toMatchObject({ status: "failed", error_code: "image_gone" });
    },
  );
});

describe("A failed deletion can be repeated.", () => {
  it("A record whose image cannot be deleted remains, and a second deletion succeeds.", async () => {
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
