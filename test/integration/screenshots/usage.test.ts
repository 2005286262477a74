// GET /v1/screenshots/usage: used credits of the month and used storage.
import { describe, expect, it } from "vitest";
import type { UsageAnswer } from "../../../src/contract/usage.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { expectRateHeaders } from "../../support/expectations.ts";
import { guards } from "../../support/guards.ts";
import { failingRender, imageBytes, fakeRender } from "../../support/fake-render.ts";
import { usedCredits } from "../../support/records.ts";

const path = "/v1/screenshots/usage";

async function usageOf(key: string): Promise<UsageAnswer["data"]> {
  const response = await createApi().get(path, { key });
  expect(response.status).toBe(200);
  return (await response.json<UsageAnswer>()).data;
}

describe("The usage endpoint returns credits and storage.", () => {
  it("The usage contains the plan, the credits of the month and the storage.", async () => {
    const at = new Date("2026-12-31T23:59:59Z");
    const { key } = await seedAccount({
      plan: "free",
      used: 29,
      at,
      storageUsedBytes: 1234,
      subscriptionStatus: "past_due",
    });

    const response = await createApi({ clock: () => at }).get(path, { key });

    expect(response.status).toBe(200);
    expectRateHeaders(response);
    expect(await response.json()).toStrictEqual({
      success: true,
      data: {
        subscription: { status: "past_due", plan: "Free" },
        plan: {
          id: "free",
          name: "Free",
          limits: { monthly: { screenshots: 100, storage: "500 MB" } },
        },
        limit: 100,
        usage: 29,
        remaining: 71,
        percentUsed: 29,
        resetsAt: "2027-01-01T00:00:00.000Z",
        storage: { used: 1234, limit: 500_000_000 },
      },
    });
  });

  it("The usage is 0 at the start of a month.", async () => {
    const { key } = await seedAccount({
      plan: "starter",
      used: 7,
      at: new Date("2026-01-31T23:59:59Z"),
    });
    expect(await usageOf(key)).toMatchObject({ usage: 0, remaining: 5000, percentUsed: 0 });
  });

  it("The usage counts completed captures, but neither failed captures nor requests for the usage.", async () => {
    const { key, accountId } = await seedAccount();
    const options = { response_type: "empty" };
    const body = { url: "https://example.com/", options };
    await createApi(fakeRender()).post("/v1/capture", body, { key });
    const failing = createApi({ render: failingRender(new Error("The browser closed.")) });
    await failing.post("/v1/capture", body, { key });
    await usageOf(key);
    expect(await usageOf(key)).toMatchObject({
      usage: 1,
      storage: { used: imageBytes.byteLength },
    });
    expect(await usedCredits(accountId)).toBe(1);
  });

  it.each([
    [0, 3, 0],
    [1, 3, 33.33],
    [74_999, 75_000, 99.99],
    [3, 3, 100],
    [9, 3, 100],
    [0, 0, 100],
  ])("%i of %i credits are %d per cent.", async (used, monthlyScreenshots, percentUsed) => {
    const { key } = await seedAccount({ used, monthlyScreenshots });
    const remaining = Math.max(0, monthlyScreenshots - used);
    expect(await usageOf(key)).toMatchObject({ usage: used, remaining, percentUsed });
  });

  it("The usage contains the limits that an operator has set for the account.", async () => {
    const { key } = await seedAccount({ monthlyScreenshots: 42, storageBytes: 1_239_999_999 });
    expect(await usageOf(key)).toMatchObject({
      plan: { id: "business", limits: { monthly: { screenshots: 42, storage: "1.23 GB" } } },
      limit: 42,
      storage: { limit: 1_239_999_999 },
    });
  });

  it("The usage is available for a canceled subscription.", async () => {
    const { key } = await seedAccount({ subscriptionStatus: "canceled" });
    expect((await usageOf(key)).subscription).toEqual({ status: "canceled", plan: "Business" });
  });
});

guards({ method: "GET", path, refused: ["POST", "PUT", "DELETE"], allow: "GET, HEAD" });
