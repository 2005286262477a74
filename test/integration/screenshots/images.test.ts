// GET /images/{key}: for whoever knows the address, as browsers and caches ask for it.
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
  const answer = await api.post("/v1/capture", body, { key });
  const { data } = await answer.json<{ data: { image_url: string } }>();
  return { api, path: new URL(data.image_url).pathname };
}

describe("answers", () => {
  it("with the image, without a key, for a short time to be kept", async () => {
    const { api, path } = await capture();

    const answer = await api.get(path);

    expect(answer.status).toBe(200);
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(imageBytes);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/png",
      "content-length": String(imageBytes.byteLength),
      "x-content-type-options": "nosniff",
      "cache-control": "public, max-age=10, must-revalidate",
      "accept-ranges": "bytes",
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
    });
    expect(answer.headers.get("ETag")).toMatch(/^"[^"]+"$/);
    expect(answer.headers.get("X-RateLimit-Limit")).toBeNull();
  });

  it.each([
    ["jpeg", "image/jpeg"],
    ["webp", "image/webp"],
    ["pdf", "application/pdf"],
  ])("%s as %s", async (format, type) => {
    const { api, path } = await capture(format);
    expect((await api.get(path)).headers.get("Content-Type")).toBe(type);
  });

  it("that nothing has changed to whoever has the image", async () => {
    const { api, path } = await capture();
    const etag = (await api.get(path)).headers.get("ETag") ?? "";
    for (const header of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const answer = await api.get(path, { headers: { "If-None-Match": header } });
      expect(answer.status).toBe(304);
      expect(await answer.text()).toBe("");
      expect(answer.headers.get("ETag")).toBe(etag);
    }
    expect((await api.get(path, { headers: { "If-None-Match": '"other"' } })).status).toBe(200);
  });

  it("that nothing has changed, whatever part is asked for", async () => {
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
  ])("%s with that part", async (range, offset, length) => {
    const { api, path } = await capture();
    const answer = await api.get(path, { headers: { Range: range } });
    expect(answer.status).toBe(206);
    expect(answer.headers.get("Content-Range")).toBe(`bytes ${offset}-${offset + length - 1}/100`);
    expect(answer.headers.get("Content-Length")).toBe(String(length));
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(
      imageBytes.slice(offset, offset + length),
    );
  });

  it.each(["bytes=5-1", "bytes=0-1,4-5", "items=0-1", "bytes=-", "nonsense"])(
    "%s with the whole image",
    async (range) => {
      const { api, path } = await capture();
      const answer = await api.get(path, { headers: { Range: range } });
      expect(answer.status).toBe(200);
      expect((await answer.arrayBuffer()).byteLength).toBe(100);
    },
  );

  it("with the whole image when the part is asked of another version", async () => {
    const { api, path } = await capture();
    const etag = (await api.get(path)).headers.get("ETag") ?? "";
    const ask = (ifRange: string) =>
      api.get(path, { headers: { Range: "bytes=0-3", "If-Range": ifRange } });
    expect((await ask(etag)).status).toBe(206);
    expect((await ask('"other"')).status).toBe(200);
  });

  it("a HEAD with the headers alone", async () => {
    const { api, path } = await capture();
    const answer = await api.send("HEAD", path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Length")).toBe("100");
    expect(answer.headers.get("Content-Type")).toBe("image/png");
    expect(await answer.text()).toBe("");
  });

  it.each(["bytes=0-3", "bytes=5000-"])("a HEAD as if it had not asked for %s", async (range) => {
    const { api, path } = await capture();
    const answer = await api.send("HEAD", path, { headers: { Range: range } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Length")).toBe("100");
  });
});

describe("refuses", () => {
  it("an image that is deleted between two looks at it, without what would be said of it", async () => {
    const { path } = await capture();
    const images = { ...createImageStore(env.IMAGES), get: async () => undefined };
    const answer = await createApi({ images }).get(path);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { code: "not_found" } });
    expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
    for (const name of ["ETag", "Accept-Ranges", "Last-Modified"])
      expect(answer.headers.get(name)).toBeNull();
  });

  it.each(["bytes=100-", "bytes=5000-6000", "bytes=-0"])(
    "%s, which the image does not have",
    async (range) => {
      const { api, path } = await capture();
      const answer = await api.get(path, { headers: { Range: range } });
      expect(answer.status).toBe(416);
      expect(answer.headers.get("Content-Range")).toBe("bytes */100");
      expect(await answer.json()).toMatchObject({ error: { code: "range_not_satisfiable" } });
    },
  );

  it("an image that was removed, at once and without being remembered", async () => {
    const { api, path } = await capture();
    await env.IMAGES.delete(path.replace("/images/", ""));
    const answer = await api.get(path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
  });

  it.each([
    "/images/",
    "/images/x",
    `/images/${"a".repeat(32)}.png`,
    `/images/${"a".repeat(32)}.svg`,
    "/images/..%2F..%2Fsecret",
    "/images/%00",
    `/images/${"a".repeat(2000)}`,
  ])("%s", async (path) => {
    const answer = await createApi().get(path);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { code: "not_found" } });
  });

  it("to be written to", async () => {
    const { api, path } = await capture();
    for (const method of ["PUT", "POST", "DELETE"]) {
      const answer = await api.send(method, path);
      expect(answer.status).toBe(405);
      expect(answer.headers.get("Allow")).toBe("GET, HEAD");
    }
  });
});
