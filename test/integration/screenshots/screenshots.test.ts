// GET and PUT /v1/screenshots/{id}, and GET /v1/screenshots/{id}/status.
import { describe, expect, it } from "vitest";
import { captureOptions } from "../../../src/contract/capture-options.ts";
import type { ScreenshotAnswer } from "../../../src/contract/screenshot.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { expectError } from "../../support/expectations.ts";
import { guards } from "../../support/guards.ts";
import { imageBytes, fakeRender } from "../../support/fake-render.ts";
import { findRecord } from "../../support/records.ts";
import { seedScreenshot, seedUnfinished } from "../../support/screenshots.ts";

const api = createApi(fakeRender());
const url = "https://example.com/";
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const paths = ["", "/status"];

function put(id: string, body: unknown, key: string): Promise<Response> {
  const headers = { "Content-Type": "application/json" };
  return api.send("PUT", `/v1/screenshots/${id}`, { key, headers, body: JSON.stringify(body) });
}

describe("The record endpoints return and change a record.", () => {
  it("A record contains all documented fields and no secrets.", async () => {
    const { key, accountId } = await seedAccount();
    const options = { response_type: "json", delay: 5, headers: { "X-Token": "s3cret" } };
    const capture = await api.post("/v1/capture", { url, name: "Home", options }, { key });
    const { data } = await capture.json<{ data: { id: string; image_url: string } }>();

    const response = await api.get(`/v1/screenshots/${data.id}`, { key });

    expect(response.status).toBe(200);
    expect(await response.json()).toStrictEqual({
      success: true,
      data: {
        _id: data.id,
        userId: accountId,
        url,
        name: "Home",
        status: "completed",
        imageUrl: data.image_url,
        options: captureOptions.parse({ response_type: "json", delay: 5 }),
        metadata: {
          fileSize: imageBytes.byteLength,
          format: "png",
          dimensions: { width: 1280, height: 1024 },
          httpStatus: 200,
        },
        processingTime: expect.any(Number),
        createdAt: timestamp,
        updatedAt: timestamp,
      },
    });
  });

  it("A failed record contains the error message and no image.", async () => {
    const { key, accountId } = await seedAccount();
    const id = await seedUnfinished(accountId, {
      status: "failed",
      errorMessage: "No such host.",
    });
    const response = await api.get(`/v1/screenshots/${id}`, { key });
    const { data } = await response.json<ScreenshotAnswer>();
    expect(data).toMatchObject({ status: "failed", errorMessage: "No such host." });
    expect(data).not.toHaveProperty("imageUrl");
    expect(data).not.toHaveProperty("processingTime");
  });

  it.each(["pending", "processing", "failed"] as const)(
    "The status of a %s record contains no image.",
    async (status) => {
      const { key, accountId } = await seedAccount();
      const id = await seedUnfinished(accountId, { status });
      const response = await api.get(`/v1/screenshots/${id}/status`, { key });
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({
        success: true,
        data: { id, status, imageUrl: null },
      });
    },
  );

  it("The status of a completed record contains its image.", async () => {
    const { key, accountId } = await seedAccount();
    const imageKey = `${"b".repeat(32)}.png`;
    const id = await seedScreenshot(accountId, { imageKey });
    const response = await api.get(`/v1/screenshots/${id}/status`, { key });
    const imageUrl = `https://edgeshot.test/images/${imageKey}`;
    expect(await response.json()).toEqual({
      success: true,
      data: { id, status: "completed", imageUrl },
    });
  });

  it("The status of a completed record without a stored image contains no image.", async () => {
    const { key, accountId } = await seedAccount();
    const id = await seedScreenshot(accountId, { imageKey: null });
    const response = await api.get(`/v1/screenshots/${id}/status`, { key });
    expect(await response.json()).toEqual({
      success: true,
      data: { id, status: "completed", imageUrl: null },
    });
  });

  it("An update changes the name, and null removes it.", async () => {
    const { key, accountId } = await seedAccount();
    const createdAt = new Date("2026-11-01T10:00:00Z");
    const id = await seedScreenshot(accountId, { createdAt, name: "Old" });

    const renamed = await put(id, { name: "N".repeat(100) }, key);

    expect(renamed.status).toBe(200);
    const { data } = await renamed.json<ScreenshotAnswer>();
    expect(data).toMatchObject({ _id: id, name: "N".repeat(100), createdAt: timestamp });
    expect(data.createdAt).toBe("2026-11-01T10:00:00.000Z");
    expect(Date.now() - Date.parse(data.updatedAt)).toBeLessThan(10_000);
    const read = await api.get(`/v1/screenshots/${id}`, { key });
    expect((await read.json<ScreenshotAnswer>()).data).toEqual(data);

    const unnamed = await put(id, { name: null }, key);
    expect((await unnamed.json<ScreenshotAnswer>()).data).not.toHaveProperty("name");
    expect(await findRecord(id)).toMatchObject({ name: null });
  });

  it("An update merges options into the stored options and renders nothing.", async () => {
    const { key, accountId } = await seedAccount();
    const id = await seedScreenshot(accountId, {
      name: "Kept",
      options: captureOptions.parse({ delay: 7, full_page: true }),
    });
    const fake = fakeRender();
    const options = { format: "webp", delay: 9, cookies: [{ name: "sid", value: "s3cret" }] };
    const response = await createApi(fake).send("PUT", `/v1/screenshots/${id}`, {
      key,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ options }),
    });

    const { data } = await response.json<ScreenshotAnswer>();
    const merged = captureOptions.parse({ format: "webp", delay: 9, full_page: true });
    expect(data.options).toStrictEqual(merged);
    expect(data).toMatchObject({ name: "Kept", metadata: { format: "png" } });
    expect(JSON.stringify(await findRecord(id))).not.toContain("s3cret");
    expect(fake.requests).toEqual([]);
  });

  it("Concurrent updates of different options are all stored.", async () => {
    const { key, accountId } = await seedAccount();
    const id = await seedScreenshot(accountId);
    const changes = [{ delay: 1 }, { image_quality: 2 }, { full_page: true }, { dark_mode: true }];
    const responses = await Promise.all(changes.map((options) => put(id, { options }, key)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { data } = await (
      await api.get(`/v1/screenshots/${id}`, { key })
    ).json<ScreenshotAnswer>();
    expect(data.options).toMatchObject(Object.assign({}, ...changes));
  });
});

describe("The record endpoints reject invalid requests.", () => {
  const requests = [
    ["GET", ""],
    ["GET", "/status"],
    ["PUT", ""],
    ["DELETE", ""],
  ] as const;

  function send(method: string, path: string, key: string): Promise<Response> {
    if (method !== "PUT") return api.send(method, path, { key });
    const headers = { "Content-Type": "application/json" };
    return api.send(method, path, { key, headers, body: '{"name":"x"}' });
  }

  it.each(requests)(
    "%s {id}%s returns not_found for a record that does not exist.",
    async (method, suffix) => {
      const { key } = await seedAccount();
      for (const id of ["0123456789abcdef01234567", "nonsense", "%00", "'", "a".repeat(5000)]) {
        const refusal = await send(method, `/v1/screenshots/${id}${suffix}`, key);
        await expectError(refusal, 404, "not_found");
      }
    },
  );

  it.each(requests)(
    "%s {id}%s returns forbidden for a record of another account.",
    async (method, suffix) => {
      const { key } = await seedAccount();
      const owner = await seedAccount();
      const id = await seedScreenshot(owner.accountId, { name: "theirs" });
      const before = await findRecord(id);
      const refusal = await send(method, `/v1/screenshots/${id}${suffix}`, key);
      await expectError(refusal, 403, "forbidden");
      expect(await findRecord(id)).toEqual(before);
    },
  );

  it.each(requests)(
    "%s {id}%s returns not_found for a deleted record of any account.",
    async (method, suffix) => {
      const { key, accountId } = await seedAccount();
      const other = await seedAccount();
      const id = await seedScreenshot(accountId, { deletedAt: new Date() });
      const path = `/v1/screenshots/${id}${suffix}`;
      await expectError(await send(method, path, key), 404, "not_found");
      await expectError(await send(method, path, other.key), 404, "not_found");
    },
  );

  it.each([
    [{}, { body: "must contain name or options" }],
    [[], { body: "must be an object" }],
    [{ name: "" }, { name: "must not be empty" }],
    [{ name: "  " }, { name: "must not be empty" }],
    [{ name: "x".repeat(101) }, { name: "must be at most 100 characters" }],
    [{ name: 5 }, { name: "must be a string" }],
    [{ fileSize: 1 }, { fileSize: "is not a known field", body: "must contain name or options" }],
    [{ status: "completed", name: "x" }, { status: "is not a known field" }],
    [{ url: "https://example.com/", name: "x" }, { url: "is not a known field" }],
    [{ options: null }, { options: "must be an object" }],
    [{ options: { delay: "5" } }, { "options.delay": "must be an integer between 0 and 10000" }],
    [
      { options: { fullPage: true } },
      { "options.fullPage": "is not a known option; did you mean `full_page`?" },
    ],
    [
      { options: { clip: { x: 0, y: 0, width: 9, height: 9 } } },
      { "options.clip": "cannot be combined with selector" },
    ],
    [{ options: { format: "pdf" } }, { "options.selector": "cannot be combined with format pdf" }],
  ])("An update with the body %j is rejected as a whole.", async (body, details) => {
    const { key, accountId } = await seedAccount();
    const options = captureOptions.parse({ selector: "#main" });
    const id = await seedScreenshot(accountId, { options });
    const before = await findRecord(id);
    const error = await expectError(await put(id, body, key), 422, "invalid_options");
    expect(error.details).toEqual(details);
    expect(await findRecord(id)).toEqual(before);
  });

  it("An update is rejected when its body is not JSON or its content type is missing.", async () => {
    const { key, accountId } = await seedAccount();
    const path = `/v1/screenshots/${await seedScreenshot(accountId)}`;
    const untyped = await api.send("PUT", path, { key, body: '{"name":"x"}' });
    await expectError(untyped, 415, "unsupported_media_type");
    const headers = { "Content-Type": "application/json" };
    const truncated = await api.send("PUT", path, { key, headers, body: '{"name"' });
    await expectError(truncated, 400, "invalid_json");
  });
});

describe.each(paths)("GET {id}%s requires a valid key.", (suffix) => {
  const writing = suffix === "" ? [] : ["PUT", "DELETE"];
  guards({
    method: "GET",
    path: `/v1/screenshots/0123456789abcdef01234567${suffix}`,
    refused: ["POST", "PATCH", ...writing],
    allow: suffix === "" ? "GET, HEAD, PUT, DELETE" : "GET, HEAD",
  });
});

describe("PUT {id} requires a valid key.", () => {
  const path = "/v1/screenshots/0123456789abcdef01234567";
  guards({ method: "PUT", path, refused: ["POST"], allow: "GET, HEAD, PUT, DELETE" });
});
