// Captures whose end comes late, twice or not at all: every credit is settled once, no image is left behind.
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

describe("a capture past its deadline", () => {
  it("is failed and refunded, once", async () => {
    const { key, accountId } = await seedAccount({ used: 5 });
    const paused = pausedRender();
    const api = createApi({ render: paused.render });
    const answer = api.post("/v1/capture", { url, options: { ...json, timeout: 1000 } }, { key });
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

    // It was only slow: what it brings now is not kept.
    const before = await storedImages();
    paused.resume();
    await expectError(await answer, 500, "render_failed");
    await api.settled();
    expect(await usedCredits(accountId)).toBe(5);
    expect(await storageUsedBytes(accountId)).toBe(0);
    expect(await recordsOf(accountId)).toMatchObject([{ status: "failed" }]);
    expect(await storedImages()).toEqual(before);
  });

  it("leaves no image that it had stored before it was lost", async () => {
    const { key, accountId } = await seedAccount();
    const paused = pausedRender();
    const api = createApi({ render: paused.render });
    const answer = api.post("/v1/capture", { url, options: { timeout: 1000 } }, { key });
    await paused.started;
    const [record] = await recordsOf(accountId);
    await env.IMAGES.put(String(record?.image_key), "half");

    await sweep({ clock: () => new Date(Date.now() + 62_000) });

    expect(await env.IMAGES.head(String(record?.image_key))).toBeNull();
    paused.resume();
    await answer;
    await api.settled();
  });

  it("is one of many, of several accounts and months", async () => {
    const accounts = [await seedAccount({ used: 3 }), await seedAccount({ used: 4 })];
    const paused = pausedRender();
    const api = createApi({ render: paused.render });
    const answers = accounts.flatMap(({ key }) =>
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
    await Promise.all(answers);
    await api.settled();
  });
});

describe("a capture that is deleted while it runs", () => {
  it("and comes as a stream still reaches its caller whole, and is not kept", async () => {
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

    const answer = await api.post("/v1/capture", { url }, { key });

    expect(answer.status).toBe(200);
    expect(answer.headers.get("X-Screenshot-Stored")).toBe("false");
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect(bytes.byteLength).toBe(size);
    expect([0, 999_983, size - 1].every((i) => bytes[i] === i % 251)).toBe(true);
    await api.settled();
    expect(await recordsOf(accountId)).toMatchObject([{ status: "completed", image_key: null }]);
    expect(await usedCredits(accountId)).toBe(1);
    expect(await storageUsedBytes(accountId)).toBe(0);
    expect(await storedImages()).toEqual(before);
  });

  it("keeps its credit, not its image", async () => {
    const { key, accountId } = await seedAccount();
    const before = await storedImages();
    const paused = pausedRender();
    const api = createApi({ render: paused.render });
    const answer = api.post("/v1/capture", { url }, { key });
    await paused.started;
    await env.DB.prepare("UPDATE screenshots SET deleted_at = 1 WHERE account_id = ?")
      .bind(accountId)
      .run();

    paused.resume();
    expect((await answer).status).toBe(200);
    await api.settled();

    expect(await recordsOf(accountId)).toMatchObject([{ status: "completed", image_key: null }]);
    expect(await usedCredits(accountId)).toBe(1);
    expect(await storageUsedBytes(accountId)).toBe(0);
    expect(await storedImages()).toEqual(before);
  });
});

describe("a capture whose caller has hung up", () => {
  it("still comes to its end", async () => {
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
