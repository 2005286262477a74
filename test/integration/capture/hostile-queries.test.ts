// Hostile queries and repeated parameters: each returns a documented error and costs no credit.
import { describe, expect, it } from "vitest";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { expectError } from "../../support/expectations.ts";
import { fakeRender } from "../../support/fake-render.ts";
import { recordsOf } from "../../support/records.ts";

describe("A repeated parameter is an error, except for an option that is a list.", () => {
  const url = `url=${encodeURIComponent("https://example.com/")}`;

  it.each([
    ["url", `${url}&${url}`, "invalid_url"],
    ["name", `${url}&name=a&name=b`, "invalid_options"],
    ["viewport_width", `${url}&viewport_width=500&viewport_width=500`, "invalid_options"],
    ["full_page", `${url}&full_page=1&full_page=0`, "invalid_options"],
    ["format", `${url}&format=png&format=jpeg`, "invalid_options"],
    ["pdf_paper", `${url}&pdf_paper=a3&pdf_paper=a4`, "invalid_options"],
    ["headers", `${url}&headers={}&headers={}`, "invalid_options"],
    ["api_key", `${url}&api_key=a&api_key=b`, "invalid_options"],
  ] as const)("The error names the repeated parameter %s.", async (name, query, code) => {
    const { key, accountId } = await seedAccount();
    const response = await createApi(fakeRender()).get(`/v1/capture?${query}`, { key });
    await expectError(response, 422, code, { [name]: "must be given once" });
    expect(await recordsOf(accountId)).toEqual([]);
  });

  it("The list endpoint rejects a repeated parameter.", async () => {
    const { key } = await seedAccount();
    const response = await createApi().get("/v1/screenshots?page=1&page=2&status=failed", { key });
    await expectError(response, 422, "invalid_options", { page: "must be given once" });
  });

  it("A repeated parameter sets all values of an option that is a list.", async () => {
    const { key } = await seedAccount();
    const { render, requests } = fakeRender();
    const api = createApi({ render });
    const query = `${url}&wait_until=load&wait_until=networkidle0&hide_selectors=a&hide_selectors=b`;
    expect((await api.get(`/v1/capture?${query}`, { key })).status).toBe(200);
    expect(requests[0]?.options).toMatchObject({
      wait_until: ["load", "networkidle0"],
      hide_selectors: ["a", "b"],
    });
    const invalid = await api.get(`/v1/capture?${url}&wait_until=load&wait_until=x`, { key });
    const error = await expectError(invalid, 422, "invalid_options");
    expect(error.details?.["wait_until"]).toMatch(/^must be one of load/);
  });
});

it.each([
  [
    'cookies={"name":"a"}&cookies={"value":"b"}',
    { "cookies.0.value": "is required", "cookies.1.name": "is required" },
  ],
  ['cookies=[{"name":"a"}]', { "cookies.0.value": "is required" }],
  [
    'cookies=[{"name":"a","value":"b"}]&cookies=[{"name":"c"}]',
    { "cookies.1.value": "is required" },
  ],
  ['cookies={"name":"a","value":"b"}&cookies={"name"', { cookies: "must be valid JSON" }],
  ["cookies={name:1}", { cookies: "must be valid JSON" }],
  ['http_auth={"username":"u"}', { "http_auth.password": "is required" }],
  ["clip={{", { clip: "must be valid JSON" }],
  [
    "hide_selectors=[data-x&hide_selectors={",
    { "hide_selectors.1": "is not a valid CSS selector" },
  ],
])("The error of the query %s describes what the client sent.", async (query, details) => {
  const { key } = await seedAccount();
  const path = `/v1/capture?url=https%3A%2F%2Fexample.com%2F&${encodeURI(query)}`;
  const error = await expectError(await createApi().get(path, { key }), 422, "invalid_options");
  expect(error.details).toEqual(details);
});

it("A repeated parameter may contain a JSON array of cookies.", async () => {
  const { key } = await seedAccount();
  const { render, requests } = fakeRender();
  const cookie = (name: string) => ({ name, value: "v" });
  const query = new URLSearchParams([
    ["url", "https://example.com/"],
    ["cookies", JSON.stringify([cookie("a"), cookie("b")])],
    ["cookies", JSON.stringify(cookie("c"))],
  ]).toString();
  expect((await createApi({ render }).get(`/v1/capture?${query}`, { key })).status).toBe(200);
  expect(requests[0]?.options.cookies).toEqual(["a", "b", "c"].map(cookie));
});

describe("The capture endpoint rejects hostile queries.", () => {
  it.each([
    "__proto__=1",
    "constructor=1",
    "url=https%3A%2F%2Fexample.com&url=https%3A%2F%2Fexample.org",
    "url=%ZZ",
    "url=%ff%fe",
    "url[]=https%3A%2F%2Fexample.com",
    "url=https%3A%2F%2Fexample.com&clip=%7B%7B",
    "url=https%3A%2F%2Fexample.com&headers=[]",
    "url=https%3A%2F%2Fexample.com&viewport_width=NaN",
    "url=https%3A%2F%2Fexample.com&viewport_width=",
    "url=https%3A%2F%2Fexample.com&viewport_width=0x500",
    "=",
    "&&&",
  ])("The capture endpoint rejects the query ?%s.", async (query) => {
    const { key, accountId } = await seedAccount();
    const response = await createApi(fakeRender()).get(`/v1/capture?${query}`, { key });
    expect(response.status).toBe(422);
    expect(await recordsOf(accountId)).toEqual([]);
  });
});
