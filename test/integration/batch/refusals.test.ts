// Requests that POST /v1/capture/batch rejects as a whole, without a charge.
import { describe, expect, it } from "vitest";
import { MAX_URL_LENGTH } from "../../../src/contract/capture.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { expectError } from "../../support/expectations.ts";
import { fakeQueue } from "../../support/queue.ts";
import { recordsOf, usedCredits } from "../../support/records.ts";

const path = "/v1/capture/batch";

function urlsOf(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `https://example.com/${i}`);
}

describe("The batch endpoint rejects invalid batches.", () => {
  const urls = ["https://example.com/"];
  const urlsError = "must be an array of 1 to 50 URLs";
  const selectorError = "is not a valid CSS selector";
  const urlError = "must be a valid URL that starts with http:// or https://";

  it.each<[string, unknown, Record<string, string>]>([
    ["no URLs", {}, { urls: "is required" }],
    ["an empty array", { urls: [] }, { urls: urlsError }],
    ["51 URLs", { urls: urlsOf(51) }, { urls: urlsError }],
    ["a string instead of an array", { urls: urls[0] }, { urls: urlsError }],
    ["null", { urls: null }, { urls: urlsError }],
    ["an object of URLs", { urls: { 0: urls[0] } }, { urls: urlsError }],
    ["a number among the URLs", { urls: [...urls, 7] }, { "urls.1": "must be a string" }],
    ["null among the URLs", { urls: [null] }, { "urls.0": "must be a string" }],
    ["another scheme", { urls: [...urls, "ftp://example.com/"] }, { "urls.1": urlError }],
    ["a host without a scheme", { urls: ["example.com"] }, { "urls.0": urlError }],
    [
      "a URL that is too long",
      { urls: [`https://example.com/${"a".repeat(MAX_URL_LENGTH)}`] },
      { "urls.0": `must be at most ${MAX_URL_LENGTH} characters` },
    ],
    [
      "the fields of a single capture",
      { urls, url: urls[0], name: "n", html: "h" },
      {
        url: "is not a known field; did you mean `urls`?",
      },
    ],
    [
      "an unknown option",
      { urls, options: { colour: 1 } },
      {
        "options.colour": "is not a known option",
      },
    ],
    [
      "several errors",
      { urls: ["x", ...urls, 3], options: { delay: -1, format: "gif" }, more: 1 },
      {
        "urls.0": urlError,
        "urls.2": "must be a string",
        "options.delay": "must be an integer between 0 and 10000",
        "options.format": "must be one of png, jpeg, webp, pdf",
        more: "is not a known field",
      },
    ],
    [
      "selectors that no browser accepts",
      {
        urls,
        options: {
          selector: "a:not(",
          wait_for_selector: "div:has(> )",
          wait_for_hidden: ":foo",
          hover: "a::foo",
          click: ["a", "svg|a"],
          hide_selectors: ["a", ":is(a, 1)", ":not()"],
        },
      },
      {
        "options.selector": selectorError,
        "options.wait_for_selector": selectorError,
        "options.wait_for_hidden": selectorError,
        "options.hover": selectorError,
        "options.click.1": selectorError,
        "options.hide_selectors.2": selectorError,
      },
    ],
    [
      "cookies that browsers refuse for one of the URLs or for every URL",
      {
        urls: [...urls, "http://localhost:18917/"],
        options: {
          cookies: [
            { name: "__Secure-a", value: "x" },
            { name: "a", value: "x", domain: "exa mple" },
          ],
        },
      },
      {
        "options.cookies.0.secure": expect.stringContaining(`urls.${urls.length} starts with`),
        "options.cookies.1.domain": expect.stringContaining("must be a host name"),
      },
    ],
    ["an array", [], { body: "must be an object" }],
  ])("The batch endpoint rejects a body with: %s.", async (_case, body, details) => {
    const { key, accountId } = await seedAccount();
    const { queues, messages } = fakeQueue();
    const refusal = await createApi({ queues }).post(path, body, { key });
    await expectError(refusal, 422, "invalid_options", details);
    expect(await recordsOf(accountId)).toEqual([]);
    expect(await usedCredits(accountId)).toBe(0);
    expect(messages).toEqual([]);
  });

  it("The batch endpoint rejects private targets and names each of them.", async () => {
    const { key, accountId } = await seedAccount();
    const refusal = await createApi().post(
      path,
      { urls: ["http://10.0.0.1/", ...urls, "http://localhost/", "https://a:b@example.com/"] },
      { key },
    );
    const { details } = await expectError(refusal, 422, "url_not_allowed");
    expect(details).toEqual({
      "urls.0": "private_address",
      "urls.2": "internal_name",
      "urls.3": "credentials",
    });
    expect(await usedCredits(accountId)).toBe(0);
  });

  it("The batch endpoint rejects an account whose storage is full, for every response_type.", async () => {
    const { key, accountId } = await seedAccount({ storageBytes: 10, storageUsedBytes: 10 });
    const body = { urls, options: { response_type: "by_format" } };
    await expectError(await createApi().post(path, body, { key }), 402, "usage_limit_exceeded", {
      resource: "storage",
      limit: 10,
    });
    expect(await recordsOf(accountId)).toEqual([]);
  });

  it("The batch endpoint rejects an account whose subscription is canceled.", async () => {
    const { key } = await seedAccount({ subscriptionStatus: "canceled" });
    await expectError(
      await createApi().post(path, { urls }, { key }),
      402,
      "usage_limit_exceeded",
      {
        resource: "subscription",
      },
    );
  });

  it("The batch endpoint rejects a body that is not JSON, is too large or has another content type.", async () => {
    const { key } = await seedAccount();
    const api = createApi();
    const json = { "Content-Type": "application/json" };
    const send = (body: string, headers = json) => api.send("POST", path, { key, headers, body });
    await expectError(await send("{"), 400, "invalid_json");
    await expectError(
      await send(`{"urls":["${"a".repeat(2 * 1024 * 1024)}"]}`),
      413,
      "request_body_too_large",
    );
    await expectError(
      await send("{}", { "Content-Type": "text/plain" }),
      415,
      "unsupported_media_type",
    );
  });
});
