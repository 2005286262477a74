// POST and GET /v1/capture, with planted rendering: what is answered, charged, recorded and stored.
import { describe, expect, it } from "vitest";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { expectRateHeaders } from "../../support/expectations.ts";
import { guards } from "../../support/guards.ts";
import { imageBytes, fakeRender, streamOf } from "../../support/fake-render.ts";
import { findRecord, storageUsedBytes, usedCredits } from "../../support/records.ts";

const url = "https://example.com/page?q=1";
const MB = 1_000_000;

describe("answers", () => {
  it("with the file, its type, its name, its record and the credits left", async () => {
    const { key, accountId } = await seedAccount({ plan: "free" });
    const api = createApi(fakeRender());

    const answer = await api.post("/v1/capture", { url }, { key });

    expect(answer.status).toBe(200);
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(imageBytes);
    expect(answer.headers.get("Content-Type")).toBe("image/png");
    expect(answer.headers.get("Content-Length")).toBe(String(imageBytes.byteLength));
    expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
    expect(answer.headers.get("X-Remaining-Credits")).toBe("99");
    expect(answer.headers.get("X-Screenshot-Stored")).toBeNull();
    expect(answer.headers.get("X-Cache")).toBeNull();
    expectRateHeaders(answer);
    const id = answer.headers.get("X-Screenshot-Id");
    expect(id).toMatch(/^[0-9a-f]{24}$/);
    expect(answer.headers.get("Content-Disposition")).toBe(`attachment; filename="${id}.png"`);

    await api.settled();
    expect(await findRecord(id)).toMatchObject({
      account_id: accountId,
      url,
      name: null,
      status: "completed",
      format: "png",
      file_size: imageBytes.byteLength,
      width: 1280,
      height: 1024,
      http_status: 200,
      error_code: null,
    });
    expect(await usedCredits(accountId)).toBe(1);
    expect(await storageUsedBytes(accountId)).toBe(imageBytes.byteLength);
  });

  it.each([
    ["jpeg", "image/jpeg", "jpg"],
    ["webp", "image/webp", "webp"],
    ["pdf", "application/pdf", "pdf"],
  ])("%s as %s, named .%s", async (format, type, extension) => {
    const { key } = await seedAccount();
    const answer = await createApi(fakeRender()).post(
      "/v1/capture",
      { url, name: "Our page", options: { format } },
      { key },
    );
    expect(answer.headers.get("Content-Type")).toBe(type);
    expect(answer.headers.get("Content-Disposition")).toBe(
      `attachment; filename="Our page.${extension}"`,
    );
  });

  it("with JSON, once the image is at its address", async () => {
    const { key } = await seedAccount({ plan: "free", used: 10 });
    const api = createApi(fakeRender({ truncated: true }));

    const answer = await api.post(
      "/v1/capture",
      { url, options: { response_type: "json" } },
      { key },
    );

    expect(answer.status).toBe(201);
    const body = await answer.json<{
      data: { id: string; image_url: string; created_at: string };
    }>();
    expect(body).toEqual({
      success: true,
      data: {
        id: answer.headers.get("X-Screenshot-Id"),
        url,
        image_url: expect.stringMatching(
          /^https:\/\/edgeshot\.test\/images\/[0-9A-Za-z]{32}\.png$/,
        ),
        status: "completed",
        metadata: {
          file_size: imageBytes.byteLength,
          format: "png",
          dimensions: { width: 1280, height: 1024 },
          http_status: 200,
          truncated: true,
        },
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
      remaining_credits: 89,
    });
    expect(answer.headers.get("Content-Disposition")).toBeNull();
    const image = await api.get(body.data.image_url);
    expect(new Uint8Array(await image.arrayBuffer())).toEqual(imageBytes);
  });

  it("with image addresses on the operator's own host", async () => {
    const { key } = await seedAccount();
    const api = createApi({
      ...fakeRender(),
      vars: { CDN_URL: "https://cdn.example.com/shots/" },
    });
    const answer = await api.post(
      "/v1/capture",
      { url, options: { response_type: "json" } },
      { key },
    );
    const body = await answer.json<{ data: { image_url: string } }>();
    expect(body.data.image_url).toMatch(
      /^https:\/\/cdn\.example\.com\/shots\/[0-9A-Za-z]{32}\.png$/,
    );
  });

  it("with nothing but headers", async () => {
    const { key } = await seedAccount({ plan: "free" });
    const answer = await createApi(fakeRender()).post(
      "/v1/capture",
      { url, options: { response_type: "empty" } },
      { key },
    );
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe("");
    expect(answer.headers.get("X-Remaining-Credits")).toBe("99");
    expect(await findRecord(answer.headers.get("X-Screenshot-Id"))).toMatchObject({
      status: "completed",
    });
  });

  it("a GET with the file, to be shown and not saved, whatever response_type says", async () => {
    const { key } = await seedAccount();
    const { render, requests } = fakeRender();
    const query = new URLSearchParams({
      url,
      api_key: key,
      full_page: "1",
      viewport_width: "800",
      wait_until: "load,networkidle0",
      response_type: "json",
    });

    const answer = await createApi({ render }).get(`/v1/capture?${query}`);

    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toBe("image/png");
    expect(answer.headers.get("Content-Disposition")).toBeNull();
    expect(answer.headers.get("X-Screenshot-Id")).toMatch(/^[0-9a-f]{24}$/);
    expect(requests[0]?.options).toMatchObject({
      full_page: true,
      viewport_width: 800,
      wait_until: ["load", "networkidle0"],
    });
  });

  it("a document that was sent along", async () => {
    const { key } = await seedAccount();
    const { render, requests } = fakeRender();
    const answer = await createApi({ render }).post(
      "/v1/capture",
      { html: "<h1>Hello</h1>" },
      { key },
    );
    expect(answer.status).toBe(200);
    expect(requests[0]?.source).toEqual({ kind: "html", html: "<h1>Hello</h1>" });
    expect(await findRecord(answer.headers.get("X-Screenshot-Id"))).toMatchObject({
      url: "about:blank",
    });
  });

  it("passes on every option with its default, and no more time than is left", async () => {
    const { key } = await seedAccount();
    const { render, requests } = fakeRender();
    await createApi({ render }).post("/v1/capture", { url, options: { timeout: 2000 } }, { key });
    expect(requests[0]?.options).toMatchObject({
      format: "png",
      viewport_height: 1024,
      wait_until: "load",
    });
    expect(requests[0]?.timeoutMs).toBeGreaterThan(1000);
    expect(requests[0]?.timeoutMs).toBeLessThanOrEqual(2000);
  });

  it("keeps options in the record, resolved, but no secret anywhere in it", async () => {
    const { key } = await seedAccount();
    const { render, requests } = fakeRender();
    const secrets = {
      headers: { Authorization: "hush-1" },
      cookies: [{ name: "sid", value: "hush-2" }],
      local_storage: { token: "hush-3" },
      http_auth: { username: "me", password: "hush-4" },
    };
    const options = { ...secrets, cache_ttl: 60, dark_mode: true };

    const answer = await createApi({ render }).post("/v1/capture", { url, options }, { key });

    expect(requests[0]?.options).toMatchObject(secrets);
    const record = await findRecord(answer.headers.get("X-Screenshot-Id"));
    expect(JSON.parse(String(record?.options))).toMatchObject({
      dark_mode: true,
      viewport_width: 1280,
    });
    expect(JSON.stringify(record)).not.toMatch(/hush|sid/);
  });

  it.each([5 * MB, 40 * MB])(
    "a picture of %i bytes that comes as a stream, whole and with its length",
    async (size) => {
      const { key, accountId } = await seedAccount();
      const api = createApi(fakeRender({ body: streamOf(size) }));

      const answer = await api.post("/v1/capture", { url }, { key });

      expect(answer.headers.get("Content-Length")).toBe(String(size));
      const bytes = new Uint8Array(await answer.arrayBuffer());
      expect(bytes.byteLength).toBe(size);
      expect(
        [0, 999_983, 8_388_608, size - 1].every((i) => i >= size || bytes[i] === i % 251),
      ).toBe(true);
      expect(await storageUsedBytes(accountId)).toBe(size);
    },
  );
});

guards({
  method: "POST",
  path: "/v1/capture",
  refused: ["PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"],
  allow: "GET, POST",
});
guards({ method: "GET", path: "/v1/capture", refused: ["HEAD"], allow: "GET, POST" });
