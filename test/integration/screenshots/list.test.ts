// GET /v1/screenshots: filters, order and pagination.
import { describe, expect, it } from "vitest";
import type { ListAnswer } from "../../../src/contract/screenshot.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { expectError, expectRateHeaders } from "../../support/expectations.ts";
import { guards } from "../../support/guards.ts";
import { fakeRender } from "../../support/fake-render.ts";
import { seedScreenshot, seedUnfinished } from "../../support/screenshots.ts";

const api = createApi();

async function list(key: string, query: Record<string, string> = {}): Promise<ListAnswer> {
  const response = await api.get(`/v1/screenshots?${new URLSearchParams(query)}`, { key });
  expect(response.status).toBe(200);
  return response.json<ListAnswer>();
}

async function listIds(key: string, query: Record<string, string>): Promise<string[]> {
  const { data, pagination } = await list(key, query);
  expect(pagination.total).toBe(data.length);
  return data.map(({ _id }) => _id);
}

describe("The list endpoint returns the records of the account.", () => {
  it("The list of an account without records is empty.", async () => {
    const { key } = await seedAccount();
    const response = await api.get("/v1/screenshots", { key });
    expect(await response.json()).toEqual({
      success: true,
      data: [],
      pagination: { total: 0, page: 1, limit: 10, pages: 0 },
    });
    expectRateHeaders(response);
  });

  it("The list contains the documented fields for each status.", async () => {
    const { key, accountId } = await seedAccount();
    const at = (second: number) => ({ createdAt: new Date(`2026-11-01T10:00:0${second}.500Z`) });
    const allFields = {
      imageKey: `${"a".repeat(32)}.png`,
      name: "Front page",
      httpStatus: 404,
      truncated: true,
      scrolled: "fully" as const,
    };
    const completed = await seedScreenshot(accountId, { ...allFields, ...at(3) });
    const unstored = await seedScreenshot(accountId, { imageKey: null, ...at(2) });
    const failed = await seedUnfinished(accountId, { status: "failed", ...at(1) });
    const processing = await seedUnfinished(accountId, { format: "pdf", ...at(0) });

    const url = "https://example.com/";
    const dimensions = { width: 1280, height: 1024 };
    expect((await list(key)).data).toStrictEqual([
      {
        _id: completed,
        url,
        name: "Front page",
        status: "completed",
        imageUrl: `https://edgeshot.test/images/${"a".repeat(32)}.png`,
        metadata: {
          fileSize: 100,
          format: "png",
          dimensions,
          httpStatus: 404,
          truncated: true,
          scrolled: "fully",
        },
        createdAt: "2026-11-01T10:00:03.500Z",
      },
      {
        _id: unstored,
        url,
        status: "completed",
        imageUrl: null,
        metadata: { fileSize: 100, format: "png", dimensions },
        createdAt: "2026-11-01T10:00:02.500Z",
      },
      {
        _id: failed,
        url,
        status: "failed",
        metadata: { format: "png" },
        createdAt: "2026-11-01T10:00:01.500Z",
      },
      {
        _id: processing,
        url,
        status: "processing",
        metadata: { format: "pdf" },
        createdAt: "2026-11-01T10:00:00.500Z",
      },
    ]);
  });

  it("The list is sorted by creation time and id, newest first, and each record is on one page.", async () => {
    const { key, accountId } = await seedAccount();
    const moments = [5, 1, 3, 3, 3, 2, 4].map((day) => new Date(Date.UTC(2026, 9, day)));
    const seeded = await Promise.all(
      moments.map(async (createdAt) => ({
        createdAt,
        id: await seedScreenshot(accountId, { createdAt }),
      })),
    );
    const expected = seeded
      .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
      .map(({ id }) => id);

    const pages = await Promise.all(
      ["1", "2", "3", "4"].map((page) => list(key, { page, limit: "3" })),
    );

    expect(pages.flatMap(({ data }) => data.map(({ _id }) => _id))).toEqual(expected);
    expect(pages.map(({ data }) => data.length)).toEqual([3, 3, 1, 0]);
    expect(pages.map(({ pagination }) => pagination)).toEqual(
      [1, 2, 3, 4].map((page) => ({ total: 7, page, limit: 3, pages: 3 })),
    );
  });

  it("The list contains neither deleted records nor records of other accounts.", async () => {
    const { key, accountId } = await seedAccount();
    const other = await seedAccount();
    const id = await seedScreenshot(accountId);
    await seedScreenshot(accountId, { deletedAt: new Date() });
    await seedScreenshot(other.accountId);
    expect(await listIds(key, {})).toEqual([id]);
  });

  it("The list is filtered by status, by format or by both.", async () => {
    const { key, accountId } = await seedAccount();
    const done = await seedScreenshot(accountId, { format: "webp" });
    const pdf = await seedScreenshot(accountId, { format: "pdf" });
    const running = await seedUnfinished(accountId, { format: "webp" });
    const waiting = await seedUnfinished(accountId, { status: "pending" });

    expect(new Set(await listIds(key, { status: "completed" }))).toEqual(new Set([done, pdf]));
    expect(await listIds(key, { status: "processing" })).toEqual([running]);
    expect(await listIds(key, { status: "pending" })).toEqual([waiting]);
    expect(await listIds(key, { status: "failed" })).toEqual([]);
    expect(new Set(await listIds(key, { format: "webp" }))).toEqual(new Set([done, running]));
    expect(await listIds(key, { format: "webp", status: "completed" })).toEqual([done]);
  });

  it.each([
    ["shop", ["https://example.com/SHOP/50%25_off"]],
    ["Example.COM/sh", ["https://example.com/SHOP/50%25_off"]],
    ["%", ["https://example.com/SHOP/50%25_off"]],
    ["_", ["https://example.com/SHOP/50%25_off"]],
    ["'; --", []],
    ["x".repeat(80), [`https://example.org/${"X".repeat(80)}`]],
    ["x".repeat(81), []],
    ["", ["https://example.com/SHOP/50%25_off", `https://example.org/${"X".repeat(80)}`]],
  ])("The search %j finds the URLs that contain it literally.", async (search, expected) => {
    const { key, accountId } = await seedAccount();
    await seedScreenshot(accountId, { url: "https://example.com/SHOP/50%25_off" });
    await seedScreenshot(accountId, { url: `https://example.org/${"X".repeat(80)}` });
    const { data } = await list(key, { search });
    expect(data.map(({ url }) => url).sort()).toEqual(expected);
  });

  it.each([
    ["äpfel", true],
    ["ÄPFEL", true],
    ["MÜNCHEN.example/Ä", true],
    ["ΑΘΗΝΑ/東京", true],
    ["é".repeat(40), true],
    ["apfel", false],
    ["東京都", false],
  ])("The search %j in a URL with non-ASCII characters ignores case.", async (search, expected) => {
    const { key } = await seedAccount();
    const capturing = createApi(fakeRender());
    const url = `https://München.example/Äpfel/αθήνα/Αθηνα/東京/${"É".repeat(40)}`;
    await capturing.post("/v1/capture", { url }, { key });
    await capturing.settled();
    const { data } = await list(key, { search });
    expect(data.map((item) => item.url)).toEqual(expected ? [url] : []);
  });

  it.each([
    ["ÜBER uns", true],
    ["prices for", true],
    ["/final", true],
    ["über uns prices", false],
    ["title", false],
    ["de-ch", false],
  ])("The search %j reads the texts of the captured page.", async (search, expected) => {
    const { key } = await seedAccount();
    const page = {
      title: "Über uns",
      description: 'Prices for "all"',
      url: "https://example.com/Final",
      language: "de-CH",
    };
    const capturing = createApi(fakeRender({ page }));
    await capturing.post("/v1/capture", { url: "https://short.example/" }, { key });
    await capturing.settled();
    const { data } = await list(key, { search });
    expect(data.map(({ metadata }) => metadata.page)).toEqual(expected ? [page] : []);
  });

  it.each([
    [{ startDate: "2026-11-02" }, [4, 3, 2]],
    [{ endDate: "2026-11-02" }, [3, 2, 1]],
    [{ startDate: "2026-11-02", endDate: "2026-11-02" }, [3, 2]],
    [{ startDate: "2026-11-02T23:59:59.999Z" }, [4, 3]],
    [{ startDate: "2026-11-02T23:59:59.999" }, [4, 3]],
    [{ endDate: "2026-11-02T00:00:00Z" }, [2, 1]],
    [{ endDate: "2026-11-02T01:59:59+02:00" }, [1]],
    [{ startDate: "2026-11-03", endDate: "2026-11-01" }, []],
  ])(
    "The filter %j finds the records created in that period, including its first and last moment.",
    async (query, days) => {
      const { key, accountId } = await seedAccount();
      const moments = [
        "2026-11-01T12:00:00.000Z",
        "2026-11-02T00:00:00.000Z",
        "2026-11-02T23:59:59.999Z",
        "2026-11-03T00:00:00.000Z",
      ];
      for (const at of moments) await seedScreenshot(accountId, { createdAt: new Date(at) });
      const { data } = await list(key, query);
      expect(data.map(({ createdAt }) => moments.indexOf(createdAt) + 1)).toEqual(days);
    },
  );

  it("The list endpoint accepts the API key in the query together with filters.", async () => {
    const { key } = await seedAccount();
    const response = await api.get(`/v1/screenshots?limit=100&api_key=${key}`);
    expect(response.status).toBe(200);
  });
});

describe("The list endpoint rejects invalid queries.", () => {
  const limit = "must be an integer between 1 and 100";
  const date = expect.stringContaining("ISO 8601");

  it.each([
    ["limit=0", { limit }],
    ["limit=101", { limit }],
    ["limit=1.5", { limit }],
    ["limit=", { limit }],
    ["limit=1&limit=2", { limit: "must be given once" }],
    ["page=0", { page: expect.stringContaining("must be an integer between 1 and") }],
    ["page=-1", { page: expect.stringContaining("must be an integer between 1 and") }],
    ["status=done", { status: "must be one of pending, processing, completed, failed" }],
    ["status=completed&status=failed", { status: "must be given once" }],
    ["format=gif", { format: "must be one of png, jpeg, webp, pdf" }],
    ["startDate=yesterday", { startDate: date }],
    ["endDate=2026-02-30", { endDate: date }],
    ["endDate=1700000000000", { endDate: date }],
    [`search=${"x".repeat(201)}`, { search: "must be at most 200 characters" }],
    ["sort=url", { sort: "is not a known field" }],
    ["limit=x&format=gif", { limit, format: expect.any(String) }],
  ])("The list endpoint rejects the query %s.", async (query, details) => {
    const { key } = await seedAccount();
    const refusal = await api.get(`/v1/screenshots?${query}`, { key });
    const error = await expectError(refusal, 422, "invalid_options");
    expect(error.details).toEqual(details);
  });
});

guards({
  method: "GET",
  path: "/v1/screenshots",
  refused: ["POST", "PUT", "PATCH", "DELETE"],
  allow: "GET, HEAD",
});
