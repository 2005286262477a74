// GET /images/{key}: public images, with caching and ranges.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { createImageStore } from "../../../src/storage/images.ts";
import { imageBytes, fakeRender } from "../../support/fake-render.ts";

async function capture(format = "png") {
  const { key } = await seedAccount();
  const api = createApi(fakeRender());
  const body = { url: "https://example.com/", options: { response_type: "json", format } };
  const response = await api.post("/v1/capture", body, { key });
  const { data } = await response.json<{ data: { image_url: string } }>();
  return { api, path: new URL(data.image_url).pathname };
}

describe("The image endpoint returns images.", () => {
  it("The image endpoint returns an image without a key and lets caches keep it for 10 seconds.", async () => {
    const { api, path } = await capture();

    const response = await api.get(path);

    expect(response.status).toBe(200);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(imageBytes);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/png",
      "content-length": String(imageBytes.byteLength),
      "x-content-type-options": "nosniff",
      "cache-control": "public, max-age=10, must-revalidate",
      "accept-ranges": "bytes",
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
    });
    expect(response.headers.get("ETag")).toMatch(/^"[^"]+"$/);
    expect(response.headers.get("X-RateLimit-Limit")).toBeNull();
  });

  it.each([
    ["jpeg", "image/jpeg"],
    ["webp", "image/webp"],
    ["pdf", "application/pdf"],
  ])("The image endpoint returns %s with the content type %s.", async (format, type) => {
    const { api, path } = await capture(format);
    expect((await api.get(path)).headers.get("Content-Type")).toBe(type);
  });

  it("The image endpoint returns 304 when If-None-Match matches.", async () => {
    const { api, path } = await capture();
    const etag = (await api.get(path)).headers.get("ETag") ?? "";
    for (const header of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const response = await api.get(path, { headers: { "If-None-Match": header } });
      expect(response.status).toBe(304);
      expect(await response.text()).toBe("");
      expect(response.headers.get("ETag")).toBe(etag);
    }
    expect((await api.get(path, { headers: { "If-None-Match": '"other"' } })).status).toBe(200);
  });

  it("The image endpoint returns 304 for a matching If-None-Match with any range.", async () => {
    const { api, path } = await capture();
    const etag = (await api.get(path)).headers.get("ETag") ?? "";
    const headers = { "If-None-Match": etag, Range: "bytes=5000-" };
    expect((await api.get(path, { headers })).status).toBe(304);
  });

  it.each([
    ["bytes=0-3", 0, 4],
    ["bytes=90-", 90, 10],
    ["bytes=-5", 95, 5],
    ["bytes=50-5000", 50, 50],
    ["bytes=-5000", 0, 100],
  ])(
    "The image endpoint returns the requested part for the range %s.",
    async (range, offset, length) => {
      const { api, path } = await capture();
      const response = await api.get(path, { headers: { Range: range } });
      expect(response.status).toBe(206);
      expect(response.headers.get("Content-Range")).toBe(
        `bytes ${offset}-${offset + length - 1}/100`,
      );
      expect(response.headers.get("Content-Length")).toBe(String(length));
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(
        imageBytes.slice(offset, offset + length),
      );
    },
  );

  it.each(["bytes=5-1", "bytes=0-1,4-5", "items=0-1", "bytes=-", "nonsense"])(
    "The image endpoint returns the whole image for the unsupported range %s.",
    async (range) => {
      const { api, path } = await capture();
      const response = await api.get(path, { headers: { Range: range } });
      expect(response.status).toBe(200);
      expect((await response.arrayBuffer()).byteLength).toBe(100);
    },
  );

  it("The image endpoint ignores a range when If-Range names another version.", async () => {
    const { api, path } = await capture();
    const etag = (await api.get(path)).headers.get("ETag") ?? "";
    const send = (ifRange: string) =>
      api.get(path, { headers: { Range: "bytes=0-3", "If-Range": ifRange } });
    expect((await send(etag)).status).toBe(206);
    expect((await send('"other"')).status).toBe(200);
  });

  it("A HEAD request returns only the headers of the image.", async () => {
    const { api, path } = await capture();
    const response = await api.send("HEAD", path);
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Length")).toBe("100");
    expect(response.headers.get("Content-Type")).toBe("image/png");
    expect(await response.text()).toBe("");
  });

  it.each(["bytes=0-3", "bytes=5000-"])("A HEAD request ignores the range %s.", async (range) => {
    const { api, path } = await capture();
    const response = await api.send("HEAD", path, { headers: { Range: range } });
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Length")).toBe("100");
  });
});

describe("The image endpoint rejects invalid requests.", () => {
  it("An image that is deleted during its request returns 404 without caching headers.", async () => {
    const { path } = await capture();
    const images = { ...createImageStore(env.IMAGES), get: async () => undefined };
    const response = await createApi({ images }).get(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: "not_found" } });
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
    for (const name of ["ETag", "Accept-Ranges", "Last-Modified"])
      expect(response.headers.get(name)).toBeNull();
  });

  it.each(["bytes=100-", "bytes=5000-6000", "bytes=-0"])(
    "The image endpoint returns 416 for the range %s, which is outside the image.",
    async (range) => {
      const { api, path } = await capture();
      const response = await api.get(path, { headers: { Range: range } });
      expect(response.status).toBe(416);
      expect(response.headers.get("Content-Range")).toBe("bytes */100");
      expect(await response.json()).toMatchObject({ error: { code: "range_not_satisfiable" } });
    },
  );

  it("A deleted image returns 404 immediately, and caches do not store that response.", async () => {
    const { api, path } = await capture();
    await env.IMAGES.delete(path.replace("/images/", ""));
    const response = await api.get(path);
    expect(response.status).toBe(404);
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
  });

  it.each([
    "/images/",
    "/images/x",
    `/images/${"a".repeat(32)}.png`,
    `/images/${"a".repeat(32)}.svg`,
    "/images/..%2F..%2Fsecret",
    "/images/%00",
    `/images/${"a".repeat(2000)}`,
  ])("The path %s returns 404.", async (path) => {
    const response = await createApi().get(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: "not_found" } });
  });

  it("The image endpoint rejects methods that write.", async () => {
    const { api, path } = await capture();
    for (const method of ["PUT", "POST", "DELETE"]) {
      const response = await api.send(method, path);
      expect(response.status).toBe(405);
      expect(response.headers.get("Allow")).toBe("GET, HEAD");
    }
  });
});
