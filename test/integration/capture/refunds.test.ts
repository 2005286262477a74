// Captures that fail after they were accepted: each is refunded and stores no image.
import { describe, expect, it } from "vitest";
import { type ErrorCode, ServiceError } from "../../../src/contract/errors.ts";
import type { Fields } from "../../../src/lib/log.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { expectError } from "../../support/expectations.ts";
import { createPausableDatabase } from "../../support/failing-storage.ts";
import { failingRender, fakeRender, streamOf } from "../../support/fake-render.ts";
import { recordsOf, storageUsedBytes, storedImages, usedCredits } from "../../support/records.ts";

const url = "https://example.com/";

describe("A failed capture is refunded.", () => {
  const failures: [number, ServiceError | Error][] = [
    [422, new ServiceError("selector_not_found", { details: { selector: "#missing" } })],
    [422, new ServiceError("url_not_allowed", { details: { reason: "private_address" } })],
    [500, new ServiceError("render_failed", { cause: new Error("Target closed") })],
    [502, new ServiceError("host_error", { details: { reason: "net::ERR_CONNECTION_REFUSED" } })],
    [504, new ServiceError("navigation_timeout", { details: { phase: "navigation" } })],
  ];

  it.each(failures)("A capture that fails with %i %s is refunded.", async (status, error) => {
    const { key, accountId } = await seedAccount({ plan: "free", used: 7 });
    const response = await createApi({ render: failingRender(error) }).post(
      "/v1/capture",
      { url },
      { key },
    );

    const { code, details } = error as ServiceError;
    await expectError(response, status, code, details);
    expect(await usedCredits(accountId)).toBe(7);
    expect(await recordsOf(accountId)).toMatchObject([
      { status: "failed", error_code: code, error_message: error.message, file_size: null },
    ]);
  });

  it("After 1,000 failed captures in a month, an account cannot capture pages.", async () => {
    const { key, accountId } = await seedAccount({ plan: "free", used: 7, refunded: 998 });
    const post = (
      render: ReturnType<typeof failingRender>,
      path = "/v1/capture",
      body: unknown = { url },
    ) => createApi({ render }).post(path, body, { key });
    const failsWith = (code: ErrorCode) => failingRender(new ServiceError(code));
    // Faults of the service do not count.
    expect((await post(failsWith("service_unavailable"))).status).toBe(503);
    expect((await post(failsWith("selector_not_found"))).status).toBe(422);
    expect((await post(failsWith("selector_not_found"))).status).toBe(422);

    const details = { resource: "failed_captures", limit: 1_000 };
    await expectError(await post(fakeRender().render), 402, "usage_limit_exceeded", details);
    const batch = await post(fakeRender().render, "/v1/capture/batch", { urls: [url] });
    await expectError(batch, 402, "usage_limit_exceeded", details);
    expect(await usedCredits(accountId)).toBe(7);
  });

  it("A capture without a free browser is refunded and returns Retry-After.", async () => {
    const { key, accountId } = await seedAccount();
    const busy = new ServiceError("service_unavailable", { retryAfterSeconds: 2 });
    const response = await createApi({ render: failingRender(busy) }).post(
      "/v1/capture",
      { url },
      { key },
    );
    await expectError(response, 503, "service_unavailable");
    expect(response.headers.get("Retry-After")).toBe("2");
    expect(await usedCredits(accountId)).toBe(0);
  });

  it("A capture with an unexpected error is refunded and reveals only the request id.", async () => {
    const { key, accountId } = await seedAccount();
    const lines: Fields[] = [];
    const render = failingRender(new Error("secret detail: D1_ERROR at 10.0.0.7"));

    const response = await createApi({ render, lines }).post("/v1/capture", { url }, { key });

    const requestId = response.headers.get("X-Request-Id") ?? "";
    const error = await expectError(response, 500, "internal_error");
    expect(error.details).toEqual({ requestId });
    expect(JSON.stringify(error)).not.toContain("secret");
    expect(lines).toEqual([
      expect.objectContaining({ requestId, status: 500, errorCode: "internal_error" }),
    ]);
    expect(lines[0]).toHaveProperty("error.cause.message", "secret detail: D1_ERROR at 10.0.0.7");
    expect(await usedCredits(accountId)).toBe(0);
    expect(await recordsOf(accountId)).toMatchObject([
      { status: "failed", error_code: "internal_error" },
    ]);
  });

  it.each(["by_format", "json"])(
    "A shot that runs out of time while it streams fails with 504, is refunded and stores nothing (%s).",
    async (response_type) => {
      const { key, accountId } = await seedAccount();
      const before = await storedImages();
      const options = { response_type, timeout: 5_000 };
      let passedMs = 0;
      // Bands of a tall page: the third one exceeds the time of the capture.
      const interrupted = streamOf(20_000_000, { failsAt: 12_000_000 }).pipeThrough(
        new TransformStream({
          transform(chunk, controller) {
            passedMs += options.timeout / 2;
            controller.enqueue(chunk);
          },
        }),
      );
      const clock = () => new Date(Date.now() + passedMs);
      const body = interrupted.pipeThrough(new IdentityTransformStream());
      const api = createApi({ ...fakeRender({ body }), clock });

      const response = await api.post("/v1/capture", { url, options }, { key });

      await expectError(response, 504, "navigation_timeout", { phase: "capture" });
      await api.settled();
      expect(await usedCredits(accountId)).toBe(0);
      expect(await storageUsedBytes(accountId)).toBe(0);
      expect(await storedImages()).toEqual(before);
      expect(await recordsOf(accountId)).toMatchObject([
        { status: "failed", error_code: "navigation_timeout" },
      ]);
    },
  );

  it("A capture whose browser never answers ends 1.2 seconds after its timeout, and is refunded.", async () => {
    const { key, accountId } = await seedAccount();
    const api = createApi({ render: () => new Promise(() => {}) });
    const startedAt = Date.now();
    const options = { timeout: 1_000 };

    const response = await api.post("/v1/capture", { url, options }, { key });

    await expectError(response, 504, "navigation_timeout", { phase: "capture" });
    expect(Date.now() - startedAt).toBeLessThan(3_000);
    expect(await usedCredits(accountId)).toBe(0);
  });

  it("A refund that the database delays does not delay the response.", async () => {
    const { key, accountId } = await seedAccount();
    const busy = new ServiceError("service_unavailable", { retryAfterSeconds: 2 });
    const { db, pause, resume } = createPausableDatabase();
    const startedAt = Date.now();
    const render = async () => {
      pause();
      throw busy;
    };
    const api = createApi({ render, db });

    const response = await api.post("/v1/capture", { url }, { key });

    await expectError(response, 503, "service_unavailable");
    expect(Date.now() - startedAt).toBeLessThan(3_000);
    resume();
    await api.settled();
    expect(await usedCredits(accountId)).toBe(0);
  });

  it.each(["by_format", "json"])(
    "A capture whose stream is interrupted is refunded and stores nothing (%s).",
    async (response_type) => {
      const { key, accountId } = await seedAccount();
      const before = await storedImages();
      const api = createApi(fakeRender({ body: streamOf(20_000_000, { failsAt: 12_000_000 }) }));

      const response = await api.post("/v1/capture", { url, options: { response_type } }, { key });

      expect(response.status).toBe(500);
      await api.settled();
      expect(await usedCredits(accountId)).toBe(0);
      expect(await storageUsedBytes(accountId)).toBe(0);
      expect(await storedImages()).toEqual(before);
    },
  );

  it("A capture whose image was returned but not stored is refunded and recorded as failed.", async () => {
    const { key, accountId } = await seedAccount();
    const lines: Fields[] = [];
    const images = failingImages();

    const api = createApi({ ...fakeRender(), images, lines });
    const response = await api.post("/v1/capture", { url }, { key });

    expect(response.status).toBe(200);
    await api.settled();
    expect(await recordsOf(accountId)).toMatchObject([
      {
        status: "failed",
        error_code: "internal_error",
        error_message: "The image could not be stored.",
      },
    ]);
    expect(await usedCredits(accountId)).toBe(0);
    const storeError = expect.objectContaining({ name: "Error", message: "R2 is down" });
    expect(lines).toContainEqual(expect.objectContaining({ storeError }));
  });

  it("A capture with a JSON response fails and is refunded when its image cannot be stored.", async () => {
    const { key, accountId } = await seedAccount();
    const api = createApi({ ...fakeRender(), images: failingImages() });
    const response = await api.post(
      "/v1/capture",
      { url, options: { response_type: "json" } },
      { key },
    );
    await expectError(response, 500, "internal_error");
    expect(await usedCredits(accountId)).toBe(0);
  });
});

function failingImages() {
  const down = () => Promise.reject(new Error("R2 is down"));
  return { put: down, listAround: down, find: down, get: down, remove: () => Promise.resolve() };
}
