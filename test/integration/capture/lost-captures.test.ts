// Captures that finish late, twice or never: each is charged or refunded once, and no image is orphaned.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { expectError } from "../../support/expectations.ts";
import { pausedRender, fakeRender, streamOf } from "../../support/fake-render.ts";
import { sweep } from "../../support/queue.ts";
import { recordsOf, storageUsedBytes, storedImages, usedCredits } from "../../support/records.ts";

const url = "https://example.com/";
const json = { response_type: "json" };

describe("The sweep fails captures after their deadline.", () => {
  it("A capture past its deadline fails and is refunded once.", async () => {
    const { key, accountId } = await seedAccount({ used: 5 });
    const paused = pausedRender();
    const api = createApi({ render: paused.render });
    const response = api.post("/v1/capture", { url, options: { ...json, timeout: 1000 } }, { key });
    await paused.started;
    expect(await recordsOf(accountId)).toMatchObject([{ status: "processing" }]);
    expect(await usedCredits(accountId)).toBe(6);

    await sweep({ clock: () => new Date(Date.now() + 60_000) });
    expect(await recordsOf(accountId)).toMatchObject([{ status: "processing" }]);
    expect(await sweep({ clock: () => new Date(Date.now() + 62_000) })).toMatchObject({
      lostCaptures: 1,
      requeuedCaptures: 0,
    });
    expect(await recordsOf(accountId)).toMatchObject([
      { status: "failed", error_code: "render_failed" },
    ]);
    expect(await usedCredits(accountId)).toBe(5);
    expect(await sweep({ clock: () => new Date(Date.now() + 62_000) })).toMatchObject({
      lostCaptures: 0,
      requeuedCaptures: 0,
    });
    expect(await usedCredits(accountId)).toBe(5);

    // The capture finishes after the sweep has failed it. Its result is not stored.
    const before = await storedImages();
    paused.resume();
    await expectError(await response, 500, "render_failed");
    await api.settled();
    expect(await usedCredits(accountId)).toBe(5);
    expect(await storageUsedBytes(accountId)).toBe(0);
    expect(await recordsOf(accountId)).toMatchObject([{ status: "failed" }]);
    expect(await storedImages()).toEqual(before);
  });

  it("The sweep deletes the image of a capture past its deadline.", async () => {
    const { key, accountId } = await seedAccount();
    const paused = pausedRender();
    const api = createApi({ render: paused.render });
    const response = api.post("/v1/capture", { url, options: { timeout: 1000 } }, { key });
    await paused.started;
    const [record] = await recordsOf(accountId);
    await env.IMAGES.put(String(record?.image_key), "partial");

    await sweep({ clock: () => new Date(Date.now() + 62_000) });

    expect(await env.IMAGES.head(String(record?.image_key))).toBeNull();
    paused.resume();
    await response;
    await api.settled();
  });

  it("The sweep refunds lost captures of several accounts.", async () => {
    const accounts = [await seedAccount({ used: 3 }), await seedAccount({ used: 4 })];
    const paused = pausedRender();
    const api = createApi({ render: paused.render });
    const responses = accounts.flatMap(({ key }) =>
      [1, 2, 3].map(() =>
        api.post("/v1/capture", { url, options: { ...json, timeout: 1000 } }, { key }),
      ),
    );
    await expect.poll(async () => usedCredits(accounts[0]?.accountId ?? "")).toBe(6);
    await expect.poll(async () => usedCredits(accounts[1]?.accountId ?? "")).toBe(7);

    await sweep({ clock: () => new Date(Date.now() + 62_000) });

    expect(await usedCredits(accounts[0]?.accountId ?? "")).toBe(3);
    expect(await usedCredits(accounts[1]?.accountId ?? "")).toBe(4);
    paused.resume();
    await Promise.all(responses);
    await api.settled();
  });
});

describe("A capture that is deleted while it runs is not stored.", () => {
  it("A streamed capture that is deleted while it runs is returned completely and not stored.", async () => {
    const size = 12_000_000;
    const { key, accountId } = await seedAccount();
    const before = await storedImages();
    const { render } = fakeRender({ body: streamOf(size) });
    const api = createApi({
      render: async (...request) => {
        await env.DB.prepare("UPDATE screenshots SET deleted_at = 1 WHERE account_id = ?")
          .bind(accountId)
          .run();
        return render(...request);
      },
    });

    const response = await api.post("/v1/capture", { url }, { key });

    expect(response.status).toBe(200);
    expect(response.headers.get("X-Screenshot-Stored")).toBe("false");
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(bytes.byteLength).toBe(size);
    expect([0, 999_983, size - 1].every((i) => bytes[i] === i % 251)).toBe(true);
    await api.settled();
    expect(await recordsOf(accountId)).toMatchObject([{ status: "completed", image_key: null }]);
    expect(await usedCredits(accountId)).toBe(1);
    expect(await storageUsedBytes(accountId)).toBe(0);
    expect(await storedImages()).toEqual(before);
  });

  it("An interactive capture that is deleted while it runs costs its credit and stores no image.", async () => {
    const { key, accountId } = await seedAccount();
    const before = await storedImages();
    const paused = pausedRender();
    const api = createApi({ render: paused.render });
    const response = api.post("/v1/capture", { url }, { key });
    await paused.started;
    await env.DB.prepare("UPDATE screenshots SET deleted_at = 1 WHERE account_id = ?")
      .bind(accountId)
      .run();

    paused.resume();
    expect((await response).status).toBe(200);
    await api.settled();

    expect(await recordsOf(accountId)).toMatchObject([{ status: "completed", image_key: null }]);
    expect(await usedCredits(accountId)).toBe(1);
    expect(await storageUsedBytes(accountId)).toBe(0);
    expect(await storedImages()).toEqual(before);
  });
});

describe("A capture does not depend on its client.", () => {
  it("A capture completes after its client has disconnected.", async () => {
    const { key, accountId } = await seedAccount();
    const paused = pausedRender();
    const api = createApi({ render: paused.render });
    void api.post("/v1/capture", { url, options: json }, { key });
    await paused.started;

    paused.resume();
    await api.settled();

    expect(await recordsOf(accountId)).toMatchObject([{ status: "completed" }]);
  });
});
