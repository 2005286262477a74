// The credits and the storage that a capture uses.
import { describe, expect, it } from "vitest";
import type { Context } from "../../../src/domain/context.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { imageBytes, fakeRender, streamOf } from "../../support/fake-render.ts";
import {
  findRecord,
  recordsOf,
  storageUsedBytes,
  storedImages,
  usedCredits,
} from "../../support/records.ts";

const url = "https://example.com/page?q=1";
const MB = 1_000_000;

/** Admits every capture. */
const unlimitedAdmission: Context["admission"] = {
  arrive: () => true,
  leftMs: 60_000,
  refuse: () => false,
  admit: () => () => {},
  stepAside: () => {},
  countRendered: () => {},
  leave: () => {},
};

describe("A capture costs one credit.", () => {
  it("200 concurrent captures with 50 remaining credits spend exactly 50.", async () => {
    const { key, accountId } = await seedAccount({
      plan: "free",
      used: 50,
      requestsPerMinute: 1000,
    });
    const api = createApi({ ...fakeRender(), admission: unlimitedAdmission });

    const responses = await Promise.all(
      Array.from({ length: 200 }, () => api.post("/v1/capture", { url }, { key })),
    );

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(50);
    expect(responses.filter(({ status }) => status === 402)).toHaveLength(150);
    const remaining = responses.flatMap(({ headers }) => headers.get("X-Remaining-Credits") ?? []);
    expect(new Set(remaining).size).toBe(50);
    expect(await usedCredits(accountId)).toBe(100);
    expect(await recordsOf(accountId)).toHaveLength(50);
    await api.settled();
  });

  it("A capture spends a credit of the month in which it was accepted.", async () => {
    const { key, accountId } = await seedAccount({
      plan: "free",
      used: 100,
      at: new Date("2030-01-31T12:00:00Z"),
    });
    const january = createApi({
      ...fakeRender(),
      clock: () => new Date("2030-01-31T23:59:59.999Z"),
    });
    expect((await january.post("/v1/capture", { url }, { key })).status).toBe(402);
    const february = createApi({
      ...fakeRender(),
      clock: () => new Date("2030-02-01T00:00:00.000Z"),
    });
    expect((await february.post("/v1/capture", { url }, { key })).status).toBe(200);
    expect(await usedCredits(accountId)).toBe(101);
  });

  it("An account without monthly credits cannot capture.", async () => {
    const { key, accountId } = await seedAccount({ monthlyScreenshots: 0 });
    const response = await createApi(fakeRender()).post("/v1/capture", { url }, { key });
    expect(response.status).toBe(402);
    expect(await recordsOf(accountId)).toEqual([]);
  });
});

describe("An account with full storage can still capture files.", () => {
  const full = { storageBytes: 1000, storageUsedBytes: 1000 };

  it("A capture with full storage returns the file and stores nothing.", async () => {
    const { key, accountId } = await seedAccount(full);
    const api = createApi(fakeRender());

    const response = await api.post("/v1/capture", { url }, { key });

    expect(response.status).toBe(200);
    expect(response.headers.get("X-Screenshot-Stored")).toBe("false");
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(imageBytes);
    await api.settled();
    expect(await findRecord(response.headers.get("X-Screenshot-Id"))).toMatchObject({
      status: "completed",
      image_key: null,
      file_size: imageBytes.byteLength,
    });
    expect(await storageUsedBytes(accountId)).toBe(1000);
    expect(await usedCredits(accountId)).toBe(1);
  });

  it("A streamed image with full storage is returned completely and then deleted.", async () => {
    const { key, accountId } = await seedAccount(full);
    const before = await storedImages();
    const api = createApi(fakeRender({ body: streamOf(9 * MB) }));

    const response = await api.post("/v1/capture", { url }, { key });

    expect(response.headers.get("X-Screenshot-Stored")).toBe("false");
    expect((await response.arrayBuffer()).byteLength).toBe(9 * MB);
    await api.settled();
    expect(await findRecord(response.headers.get("X-Screenshot-Id"))).toMatchObject({
      status: "completed",
      image_key: null,
    });
    expect(await storageUsedBytes(accountId)).toBe(1000);
    expect(await storedImages()).toEqual(before);
  });
});
