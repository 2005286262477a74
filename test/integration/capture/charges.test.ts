// What a capture costs: credits, and room in the storage.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { imageBytes, fakeRender, streamOf } from "../../support/fake-render.ts";
import { findRecord, recordsOf, storageUsedBytes, usedCredits } from "../../support/records.ts";

const url = "https://example.com/page?q=1";
const MB = 1_000_000;

describe("charges", () => {
  it("exactly the credits that are left when 200 captures ask for the last 50 at once", async () => {
    const { key, accountId } = await seedAccount({
      plan: "free",
      used: 50,
      requestsPerMinute: 1000,
    });
    const api = createApi(fakeRender());

    const answers = await Promise.all(
      Array.from({ length: 200 }, () => api.post("/v1/capture", { url }, { key })),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(150);
    const left = answers.flatMap(({ headers }) => headers.get("X-Remaining-Credits") ?? []);
    expect(new Set(left).size).toBe(50);
    expect(await usedCredits(accountId)).toBe(100);
    expect(await recordsOf(accountId)).toHaveLength(50);
    await api.settled();
  });

  it("the month in which the capture was accepted, and starts every month anew", async () => {
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

  it("nothing for an account whose allowance is zero", async () => {
    const { key, accountId } = await seedAccount({ monthlyScreenshots: 0 });
    const answer = await createApi(fakeRender()).post("/v1/capture", { url }, { key });
    expect(answer.status).toBe(402);
    expect(await recordsOf(accountId)).toEqual([]);
  });
});

describe("with the storage allowance reached", () => {
  const full = { storageBytes: 1000, storageUsedBytes: 1000 };

  it("still returns the file, and keeps nothing of it", async () => {
    const { key, accountId } = await seedAccount(full);
    const api = createApi(fakeRender());

    const answer = await api.post("/v1/capture", { url }, { key });

    expect(answer.status).toBe(200);
    expect(answer.headers.get("X-Screenshot-Stored")).toBe("false");
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(imageBytes);
    await api.settled();
    expect(await findRecord(answer.headers.get("X-Screenshot-Id"))).toMatchObject({
      status: "completed",
      image_key: null,
      file_size: imageBytes.byteLength,
    });
    expect(await storageUsedBytes(accountId)).toBe(1000);
    expect(await usedCredits(accountId)).toBe(1);
  });

  it("returns a long picture whole and takes it out of storage afterwards", async () => {
    const { key, accountId } = await seedAccount(full);
    const { objects: before } = await env.IMAGES.list();
    const api = createApi(fakeRender({ body: streamOf(9 * MB) }));

    const answer = await api.post("/v1/capture", { url }, { key });

    expect(answer.headers.get("X-Screenshot-Stored")).toBe("false");
    expect((await answer.arrayBuffer()).byteLength).toBe(9 * MB);
    await api.settled();
    expect(await findRecord(answer.headers.get("X-Screenshot-Id"))).toMatchObject({
      status: "completed",
      image_key: null,
    });
    expect(await storageUsedBytes(accountId)).toBe(1000);
    expect((await env.IMAGES.list()).objects).toHaveLength(before.length);
  });
});
