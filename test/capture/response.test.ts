// response_type, and GET requests with options in the query string, with real captures.
import { describe, expect, inject, it } from "vitest";
import { seedAccount } from "../support/accounts.ts";
import { createApi } from "../support/api.ts";
import { capture, fileOf } from "../support/capture.ts";
import { decodeImage, expectColour, GREEN, RED } from "../support/image.ts";

describe("response_type", () => {
  it("by_format returns the file.", async () => {
    const answer = await capture("/quarters.html", { response_type: "by_format" });

    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toBe("image/png");
    expect(answer.headers.get("Content-Disposition")).toMatch(/^attachment; filename="/);
    expectColour(await decodeImage(await fileOf(answer)), [10, 10], RED);
  });

  it("json returns the record, and its URL returns the image.", async () => {
    const { key } = await seedAccount();
    const api = createApi();
    const url = `${inject("site").origin}/quarters.html`;
    const options = { response_type: "json", viewport_width: 300, viewport_height: 200 };

    const answer = await api.post("/v1/capture", { url, options }, { key });

    expect(answer.status).toBe(201);
    expect(answer.headers.get("Content-Type")).toMatch(/^application\/json/);
    const body = await answer.json<{
      data: { image_url: string; metadata: { file_size: number } };
    }>();
    const file = await fileOf(await api.get(body.data.image_url));
    expect(body).toEqual({
      success: true,
      data: {
        id: answer.headers.get("X-Screenshot-Id"),
        url,
        image_url: expect.stringMatching(/^https:\/\/edgeshot\.test\/images\//),
        status: "completed",
        metadata: {
          file_size: file.byteLength,
          format: "png",
          dimensions: { width: 300, height: 200 },
          http_status: 200,
          page: { url },
        },
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      },
      remaining_credits: 74_999,
    });
    const image = await decodeImage(file);
    expect(image).toMatchObject({ widthPx: 300, heightPx: 200 });
    expectColour(image, [250, 50], GREEN);
  });

  it("json contains the size of a PDF's first page in CSS pixels.", async () => {
    const answer = await capture("/quarters.html", { response_type: "json", format: "pdf" });

    expect(await answer.json()).toMatchObject({
      data: { metadata: { format: "pdf", dimensions: { width: 794, height: 1123 } } },
    });
  });

  it("json contains the size of an image in device pixels.", async () => {
    const answer = await capture("/quarters.html", {
      response_type: "json",
      device_scale_factor: 2,
    });

    expect(await answer.json()).toMatchObject({
      data: { metadata: { dimensions: { width: 2560, height: 2048 } } },
    });
  });

  it("empty returns no body.", async () => {
    const answer = await capture("/quarters.html", { response_type: "empty" });

    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe("");
    expect(answer.headers.get("Content-Disposition")).toBeNull();
    expect(answer.headers.get("X-Screenshot-Id")).toMatch(/^[0-9a-f]{24}$/);
  });
});

describe("GET", () => {
  it("A GET request reads numbers and booleans from the query string.", async () => {
    const image = await getImage("/bands.html?height=3000", {
      viewport_width: "300",
      full_page: "true",
      full_page_max_height: "700",
      device_scale_factor: "1.5",
    });

    expect(image).toMatchObject({ widthPx: 450, heightPx: 1050 });
    expectColour(image, [100, 900], [37, 91, 151, 255]);
  });

  it("A GET request reads strings and arrays from the query string.", async () => {
    const image = await getImage("/late-fetch.html?after=1500", {
      wait_until: "load,networkidle0",
      format: "jpeg",
      image_quality: "100",
    });

    expectColour(image, [640, 512], GREEN);
  });

  it("A GET request reads selectors and the API key from the query string.", async () => {
    const { key } = await seedAccount();
    const image = await getImage("/elements.html", { selector: "#near", api_key: key });

    expect(image).toMatchObject({ widthPx: 200, heightPx: 120 });
  });

  it("A GET request returns the image for every response_type.", async () => {
    const image = await getImage("/quarters.html", { response_type: "json" });

    expectColour(image, [10, 10], RED);
  });
});

async function getImage(path: string, options: Record<string, string>) {
  const url = new URL(path, inject("site").origin).href;
  const { key } = await seedAccount();
  const api = createApi();
  const query = new URLSearchParams({ url, ...options });
  const sent = "api_key" in options ? {} : { key };
  const file = await fileOf(await api.get(`/v1/capture?${query}`, sent));
  await api.settled();
  return decodeImage(file);
}
