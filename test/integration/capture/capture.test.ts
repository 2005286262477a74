// POST and GET /v1/capture with fake rendering: response, charges, records and storage.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Fields } from "../../../src/lib/log.ts";
import { createImageStore } from "../../../src/storage/images.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { expectRateHeaders } from "../../support/expectations.ts";
import { guards } from "../../support/guards.ts";
import { imageBytes, fakeRender, streamOf } from "../../support/fake-render.ts";
import { findRecord, storageUsedBytes, usedCredits } from "../../support/records.ts";

const url = "https://example.com/page?q=1";
const MB = 1_000_000;

describe("The capture endpoint returns and stores images.", () => {
  it("The capture endpoint returns the file with its type, name, record id and the remaining credits.", async () => {
    const { key, accountId } = await seedAccount({ plan: "free" });
    const api = createApi(fakeRender());

    const response = await api.post("/v1/capture", { url }, { key });

    expect(response.status).toBe(200);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(imageBytes);
    expect(response.headers.get("Content-Type")).toBe("image/png");
    expect(response.headers.get("Content-Length")).toBe(String(imageBytes.byteLength));
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
    expect(response.headers.get("X-Remaining-Credits")).toBe("99");
    expect(response.headers.get("X-Screenshot-Stored")).toBeNull();
    expect(response.headers.get("X-Cache")).toBeNull();
    expectRateHeaders(response);
    const id = response.headers.get("X-Screenshot-Id");
    expect(id).toMatch(/^[0-9a-f]{24}$/);
    expect(response.headers.get("Content-Disposition")).toBe(`attachment; filename="${id}.png"`);

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

  it("The capture endpoint responds before it starts to store the image.", async () => {
    const { key } = await seedAccount();
    const images = createImageStore(env.IMAGES);
    const lines: Fields[] = [];
    const put: typeof images.put = (...image) => {
      lines.push({ stored: true });
      return images.put(...image);
    };
    const api = createApi({ ...fakeRender(), lines, images: { ...images, put } });

    await api.post("/v1/capture", { url }, { key });
    await api.settled();

    expect(lines.slice(0, 2)).toEqual([expect.objectContaining({ status: 200 }), { stored: true }]);
  });

  it.each([
    ["jpeg", "image/jpeg", "jpg"],
    ["webp", "image/webp", "webp"],
    ["pdf", "application/pdf", "pdf"],
  ])(
    "The capture endpoint returns %s as %s with the extension .%s.",
    async (format, type, extension) => {
      const { key } = await seedAccount();
      const response = await createApi(fakeRender()).post(
        "/v1/capture",
        { url, name: "Our page", options: { format } },
        { key },
      );
      expect(response.headers.get("Content-Type")).toBe(type);
      expect(response.headers.get("Content-Disposition")).toBe(
        `attachment; filename="Our page.${extension}"`,
      );
    },
  );

  it("A JSON response contains the URL of the stored image.", async () => {
    const { key } = await seedAccount({ plan: "free", used: 10 });
    const page = { title: "Example", url };
    const api = createApi(fakeRender({ truncated: true, scrolled: "partly", page }));

    const response = await api.post(
      "/v1/capture",
      { url, options: { response_type: "json" } },
      { key },
    );

    expect(response.status).toBe(201);
    const body = await response.json<{
      data: { id: string; image_url: string; created_at: string };
    }>();
    expect(body).toEqual({
      success: true,
      data: {
        id: response.headers.get("X-Screenshot-Id"),
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
          scrolled: "partly",
          page,
        },
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
      remaining_credits: 89,
    });
    expect(response.headers.get("Content-Disposition")).toBeNull();
    const image = await api.get(body.data.image_url);
    expect(new Uint8Array(await image.arrayBuffer())).toEqual(imageBytes);
  });

  it("Image URLs use CDN_URL when the operator has set it.", async () => {
    const { key } = await seedAccount();
    const api = createApi({
      ...fakeRender(),
      vars: { CDN_URL: "https://cdn.example.com/shots/" },
    });
    const response = await api.post(
      "/v1/capture",
      { url, options: { response_type: "json" } },
      { key },
    );
    const body = await response.json<{ data: { image_url: string } }>();
    expect(body.data.image_url).toMatch(
      /^https:\/\/cdn\.example\.com\/shots\/[0-9A-Za-z]{32}\.png$/,
    );
  });

  it("An empty response contains only headers.", async () => {
    const { key } = await seedAccount({ plan: "free" });
    const response = await createApi(fakeRender()).post(
      "/v1/capture",
      { url, options: { response_type: "empty" } },
      { key },
    );
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("");
    expect(response.headers.get("X-Remaining-Credits")).toBe("99");
    expect(await findRecord(response.headers.get("X-Screenshot-Id"))).toMatchObject({
      status: "completed",
    });
  });

  it("A GET request returns the file for inline display, for every response_type.", async () => {
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

    const response = await createApi({ render }).get(`/v1/capture?${query}`);

    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("image/png");
    expect(response.headers.get("Content-Disposition")).toBeNull();
    expect(response.headers.get("X-Screenshot-Id")).toMatch(/^[0-9a-f]{24}$/);
    expect(requests[0]?.options).toMatchObject({
      full_page: true,
      viewport_width: 800,
      wait_until: ["load", "networkidle0"],
    });
  });

  it("The capture endpoint renders an HTML document from the body.", async () => {
    const { key } = await seedAccount();
    const { render, requests } = fakeRender();
    const response = await createApi({ render }).post(
      "/v1/capture",
      { html: "<h1>Hello</h1>" },
      { key },
    );
    expect(response.status).toBe(200);
    expect(requests[0]?.source).toEqual({ kind: "html", html: "<h1>Hello</h1>" });
    expect(await findRecord(response.headers.get("X-Screenshot-Id"))).toMatchObject({
      url: "about:blank",
    });
  });

  it("The renderer receives all options with defaults, and at most the remaining time.", async () => {
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

  it("A record stores the options with defaults, but no secrets.", async () => {
    const { key } = await seedAccount();
    const { render, requests } = fakeRender();
    const secrets = {
      headers: { Authorization: "hush-1" },
      cookies: [{ name: "sid", value: "hush-2" }],
      local_storage: { token: "hush-3" },
      http_auth: { username: "me", password: "hush-4" },
    };
    const options = { ...secrets, cache_ttl: 60, dark_mode: true };

    const response = await createApi({ render }).post("/v1/capture", { url, options }, { key });

    expect(requests[0]?.options).toMatchObject(secrets);
    const record = await findRecord(response.headers.get("X-Screenshot-Id"));
    expect(JSON.parse(String(record?.options))).toMatchObject({
      dark_mode: true,
      viewport_width: 1280,
    });
    expect(JSON.stringify(record)).not.toMatch(/hush|sid/);
  });

  it.each([5 * MB, 40 * MB])(
    "A streamed image of %i bytes is returned and stored completely.",
    async (size) => {
      const { key, accountId } = await seedAccount();
      const api = createApi(fakeRender({ body: streamOf(size) }));

      const response = await api.post("/v1/capture", { url }, { key });

      expect(response.headers.get("Content-Length")).toBe(String(size));
      const bytes = new Uint8Array(await response.arrayBuffer());
      expect(bytes.byteLength).toBe(size);
      expect(
        [0, 999_983, 8_388_608, size - 1].every((i) => i >= size || bytes[i] === i % 251),
      ).toBe(true);
      expect(await storageUsedBytes(accountId)).toBe(size);
    },
    // On a busy machine, making, storing and reading the large image takes more than 20 seconds.
    60_000,
  );
});

guards({
  method: "POST",
  path: "/v1/capture",
  refused: ["PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"],
  allow: "GET, POST",
});
guards({ method: "GET", path: "/v1/capture", refused: ["HEAD"], allow: "GET, POST" });
