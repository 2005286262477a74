// Captures that fail after they were accepted: each gives its credit back, and leaves nothing behind.
import { describe, expect, it } from "vitest";
import { ServiceError } from "../../../src/contract/errors.ts";
import type { Fields } from "../../../src/lib/log.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { expectError } from "../../support/expectations.ts";
import { failingRender, fakeRender, streamOf } from "../../support/fake-render.ts";
import { recordsOf, storageUsedBytes, storedImages, usedCredits } from "../../support/records.ts";

const url = "https://example.com/";

describe("refunds", () => {
  const failures: [number, ServiceError | Error][] = [
    [422, new ServiceError("selector_not_found", { details: { selector: "#gone" } })],
    [422, new ServiceError("url_not_allowed", { details: { reason: "private_address" } })],
    [500, new ServiceError("render_failed", { cause: new Error("Target closed") })],
    [502, new ServiceError("host_error", { details: { reason: "net::ERR_CONNECTION_REFUSED" } })],
    [504, new ServiceError("navigation_timeout", { details: { phase: "navigation" } })],
  ];

  it.each(failures)("a capture that ends in %i %s", async (status, error) => {
    const { key, accountId } = await seedAccount({ plan: "free", used: 7 });
    const answer = await createApi({ render: failingRender(error) }).post(
      "/v1/capture",
      { url },
      { key },
    );

    const { code, details } = error as ServiceError;
    await expectError(answer, status, code, details);
    expect(await usedCredits(accountId)).toBe(7);
    expect(await recordsOf(accountId)).toMatchObject([
      { status: "failed", error_code: code, error_message: error.message, file_size: null },
    ]);
  });

  it("a capture that found no browser, and says when to try again", async () => {
    const { key, accountId } = await seedAccount();
    const busy = new ServiceError("service_unavailable", { retryAfterSeconds: 2 });
    const answer = await createApi({ render: failingRender(busy) }).post(
      "/v1/capture",
      { url },
      { key },
    );
    await expectError(answer, 503, "service_unavailable");
    expect(answer.headers.get("Retry-After")).toBe("2");
    expect(await usedCredits(accountId)).toBe(0);
  });

  it("a capture that ends in something nobody foresaw, and tells nothing of it but the request's id", async () => {
    const { key, accountId } = await seedAccount();
    const lines: Fields[] = [];
    const render = failingRender(new Error("secret detail: D1_ERROR at 10.0.0.7"));

    const answer = await createApi({ render, lines }).post("/v1/capture", { url }, { key });

    const requestId = answer.headers.get("X-Request-Id") ?? "";
    const error = await expectError(answer, 500, "internal_error");
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
    "a streamed picture that breaks off, and keeps none of it (%s)",
    async (response_type) => {
      const { key, accountId } = await seedAccount();
      const before = await storedImages();
      const api = createApi(fakeRender({ body: streamOf(20_000_000, { failsAt: 12_000_000 }) }));

      const answer = await api.post("/v1/capture", { url, options: { response_type } }, { key });

      expect(answer.status).toBe(500);
      await api.settled();
      expect(await usedCredits(accountId)).toBe(0);
      expect(await storageUsedBytes(accountId)).toBe(0);
      expect(await storedImages()).toEqual(before);
    },
  );

  it("a file whose picture was sent but could not be stored, and says so in the record", async () => {
    const { key, accountId } = await seedAccount();
    const lines: Fields[] = [];
    const images = brokenStorage();

    const api = createApi({ ...fakeRender(), images, lines });
    const answer = await api.post("/v1/capture", { url }, { key });

    expect(answer.status).toBe(200);
    await api.settled();
    expect(await recordsOf(accountId)).toMatchObject([
      {
        status: "failed",
        error_code: "internal_error",
        error_message: "The image could not be stored.",
      },
    ]);
    expect(await usedCredits(accountId)).toBe(0);
    expect(lines).toContainEqual(expect.objectContaining({ storeError: new Error("R2 is down") }));
  });

  it("a JSON answer whose image could not be stored", async () => {
    const { key, accountId } = await seedAccount();
    const api = createApi({ ...fakeRender(), images: brokenStorage() });
    const answer = await api.post(
      "/v1/capture",
      { url, options: { response_type: "json" } },
      { key },
    );
    await expectError(answer, 500, "internal_error");
    expect(await usedCredits(accountId)).toBe(0);
  });
});

function brokenStorage() {
  const down = () => Promise.reject(new Error("R2 is down"));
  return { put: down, listAround: down, find: down, get: down, remove: () => Promise.resolve() };
}
