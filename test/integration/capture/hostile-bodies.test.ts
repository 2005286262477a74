// Hostile bodies and URLs: each returns a documented error, never a 500, and costs no credit.
import { describe, expect, it } from "vitest";
import type { Fields } from "../../../src/lib/log.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { expectError } from "../../support/expectations.ts";
import { fakeRender } from "../../support/fake-render.ts";
import { findRecord, recordsOf } from "../../support/records.ts";

const json = { "Content-Type": "application/json" };
const valid = '"url":"https://example.com/"';
const MIB = 1024 * 1024;

const bytes = (...values: number[]) => Uint8Array.from(values);

const rejected: [
  string,
  string | Uint8Array<ArrayBuffer>,
  number,
  "invalid_json" | "invalid_options" | "invalid_url",
][] = [
  ["no bytes", "", 400, "invalid_json"],
  ["spaces", "   ", 400, "invalid_json"],
  ["half an object", '{"url":', 400, "invalid_json"],
  ["a comment", `{${valid}} // hi`, 400, "invalid_json"],
  ["a trailing comma", `{${valid},}`, 400, "invalid_json"],
  ["form data", "url=https://example.com/", 400, "invalid_json"],
  [
    "invalid UTF-8",
    bytes(...new TextEncoder().encode(`{${valid},"name":"`), 0xff, 0x22, 0x7d),
    400,
    "invalid_json",
  ],
  ["UTF-16", bytes(0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00), 400, "invalid_json"],
  ["null", "null", 422, "invalid_options"],
  ["a number", "1", 422, "invalid_options"],
  ["a string", '"https://example.com/"', 422, "invalid_options"],
  ["an array", `[{${valid}}]`, 422, "invalid_options"],
  ["100,000 opened arrays", "[".repeat(100_000), 400, "invalid_json"],
  [
    "10,000 nested arrays",
    `{${valid},"options":${"[".repeat(10_000)}${"]".repeat(10_000)}}`,
    422,
    "invalid_options",
  ],
  ["10,000 nested objects", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`, 422, "invalid_url"],
  ["a prototype", `{${valid},"__proto__":{"admin":true}}`, 422, "invalid_options"],
  [
    "a prototype of options",
    `{${valid},"options":{"__proto__":{"full_page":true}}}`,
    422,
    "invalid_options",
  ],
  ["a constructor", `{${valid},"constructor":{"prototype":{}}}`, 422, "invalid_options"],
  ["a huge number", `{${valid},"options":{"delay":1e999}}`, 422, "invalid_options"],
  ["a long number", `{${valid},"options":{"delay":${"9".repeat(400)}}}`, 422, "invalid_options"],
  ["null options", `{${valid},"options":null}`, 422, "invalid_options"],
  ["a null option", `{${valid},"options":{"selector":null}}`, 422, "invalid_options"],
  ["an object as URL", '{"url":{"href":"https://example.com/"}}', 422, "invalid_url"],
  ["a long URL", `{"url":"https://example.com/${"a".repeat(9_000)}"}`, 422, "invalid_url"],
  [
    "a duplicate field whose second value is invalid",
    `{${valid},"url":"nonsense"}`,
    422,
    "invalid_url",
  ],
];

describe("The capture endpoint rejects hostile bodies.", () => {
  it.each(rejected)(
    "The capture endpoint rejects a body with: %s.",
    async (_case, body, status, code) => {
      const { key, accountId } = await seedAccount();
      const response = await createApi(fakeRender()).send("POST", "/v1/capture", {
        key,
        headers: json,
        body,
      });
      await expectError(response, status, code);
      expect(await recordsOf(accountId)).toEqual([]);
    },
  );

  it("The capture endpoint rejects bodies over 2 MiB, with and without Content-Length.", async () => {
    const { key } = await seedAccount();
    const large = `{${valid},"name":"${"n".repeat(2 * MIB)}"}`;
    const withLength = await createApi().send("POST", "/v1/capture", {
      key,
      headers: { ...json, "Content-Length": String(large.length) },
      body: large,
    });
    await expectError(withLength, 413, "request_body_too_large");
    const withoutLength = await createApi().send("POST", "/v1/capture", {
      key,
      headers: json,
      body: new Blob([large]).stream(),
    });
    await expectError(withoutLength, 413, "request_body_too_large");
  });

  it("The capture endpoint names `html` when it exceeds its own limit.", async () => {
    const { key } = await seedAccount();
    const api = createApi(fakeRender());
    const html = "h".repeat(MIB + 1);
    await expectError(await api.post("/v1/capture", { html }, { key }), 422, "invalid_options", {
      html: "must be at most 1048576 characters",
    });
    expect((await api.post("/v1/capture", { html: html.slice(1) }, { key })).status).toBe(200);
    await api.settled();
  });

  it("The error for 20,000 unknown fields does not repeat all of them.", async () => {
    const { key } = await seedAccount();
    const body = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, i) => [`${"x".repeat(30)}${i}`, 1]),
    );
    const response = await createApi().post("/v1/capture", body, { key });
    expect(response.status).toBe(422);
    expect((await response.text()).length).toBeLessThan(20_000);
  });

  it.each([
    undefined,
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "application/jsonp",
  ])("The capture endpoint rejects the content type %s.", async (type) => {
    const { key } = await seedAccount();
    const response = await createApi().send("POST", "/v1/capture", {
      key,
      ...(type === undefined ? {} : { headers: { "Content-Type": type } }),
      body: new TextEncoder().encode(`{${valid}}`),
    });
    await expectError(response, 415, "unsupported_media_type");
  });
});

describe("The capture endpoint accepts unusual but valid bodies.", () => {
  it.each([
    "application/json",
    "application/json; charset=utf-8",
    "Application/JSON;charset=UTF-8",
  ])("The capture endpoint accepts the content type %s.", async (type) => {
    const { key } = await seedAccount();
    const request = { key, headers: { "Content-Type": type }, body: `{${valid}}` };
    expect((await createApi(fakeRender()).send("POST", "/v1/capture", request)).status).toBe(200);
  });

  it.each([
    [
      "a line break and a NUL",
      "a\\u0000b\\r\\nSet-Cookie: x",
      'attachment; filename="a_b__Set-Cookie_ x.png"',
    ],
    [
      "half a surrogate pair",
      "\\ud800",
      "attachment; filename=\"_.png\"; filename*=UTF-8''%EF%BF%BD.png",
    ],
    [
      "another script",
      "画面",
      "attachment; filename=\"__.png\"; filename*=UTF-8''%E7%94%BB%E9%9D%A2.png",
    ],
    ["a path", "../../etc/passwd", 'attachment; filename="_.._etc_passwd.png"'],
    ["a quote", 'a\\"; filename=\\"b.exe', 'attachment; filename="a_; filename=_b.exe.png"'],
  ])("A screenshot name with %s becomes a safe file name.", async (_case, name, disposition) => {
    const { key } = await seedAccount();
    const api = createApi(fakeRender());
    const response = await api.send("POST", "/v1/capture", {
      key,
      headers: json,
      body: `{${valid},"name":"${name}"}`,
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Disposition")).toBe(disposition);
    expect(response.headers.get("Set-Cookie")).toBeNull();
    await api.settled();
    expect(await findRecord(response.headers.get("X-Screenshot-Id"))).toMatchObject({
      status: "completed",
    });
  });
});

describe("A field name that JavaScript objects cannot store is rejected.", () => {
  it.each(["headers", "local_storage"])("The name __proto__ is rejected in %s.", async (option) => {
    const { key, accountId } = await seedAccount();
    const body = `{${valid},"options":{"${option}":{"a":"1","__proto__":"2"}}}`;
    const response = await createApi(fakeRender()).send("POST", "/v1/capture", {
      key,
      headers: json,
      body,
    });
    await expectError(response, 422, "invalid_options", {
      [`options.${option}.__proto__`]: "must not be set",
    });
    expect(await recordsOf(accountId)).toEqual([]);
  });
});

describe("Entries are counted before each of them is checked.", () => {
  // Without the count, zod creates an issue for each entry within seconds, and the response is 500.
  const entries = Array.from({ length: 190_000 }, (_, i) => `"${i.toString(36)}(":1`).join(",");

  it.each([
    ["headers", "must contain at most 20 headers"],
    ["local_storage", "must contain at most 500 entries"],
  ])("An object of 190,000 invalid %s is rejected with one error.", async (option, message) => {
    const { key, accountId } = await seedAccount();
    const response = await createApi(fakeRender()).send("POST", "/v1/capture", {
      key,
      headers: json,
      body: `{${valid},"options":{"${option}":{${entries}}}}`,
    });
    await expectError(response, 422, "invalid_options", { [`options.${option}`]: message });
    expect(await recordsOf(accountId)).toEqual([]);
  });
});

describe("The capture endpoint normalizes and validates URLs.", () => {
  it.each([
    ["  https://example.com/a\n", "https://example.com/a"],
    ["https://example.com/a b?c= d#e f", "https://example.com/a%20b?c=%20d#e%20f"],
    ["https://example.com", "https://example.com"],
    ["https://example.com/ä", "https://example.com/ä"],
  ])("The URL %j is captured and recorded without spaces.", async (url, normalized) => {
    const { key, accountId } = await seedAccount();
    const { render, requests } = fakeRender();
    const api = createApi({ render });
    expect((await api.post("/v1/capture", { url }, { key })).status).toBe(200);
    await api.settled();
    expect(requests).toMatchObject([{ source: { url: normalized } }]);
    expect(await recordsOf(accountId)).toMatchObject([{ url: normalized }]);
    const response = await api.post("/v1/capture/batch", { urls: [url] }, { key });
    expect(await response.json()).toMatchObject({ data: [{ url: normalized }] });
  });

  it.each(["\u0000", "\t", "\n", "\u007f"])(
    "A URL that contains %j is rejected.",
    async (character) => {
      const { key, accountId } = await seedAccount();
      const url = `https://example.com/a${character}b`;
      const api = createApi(fakeRender());
      const message = "must not contain control characters";
      await expectError(await api.post("/v1/capture", { url }, { key }), 422, "invalid_url", {
        url: message,
      });
      const batch = await api.post("/v1/capture/batch", { urls: [url] }, { key });
      await expectError(batch, 422, "invalid_options", { "urls.0": message });
      expect(await recordsOf(accountId)).toEqual([]);
    },
  );

  it("A URL with a password is rejected, and neither responses nor logs contain the password.", async () => {
    const { key, accountId } = await seedAccount();
    const lines: Fields[] = [];
    const api = createApi({ ...fakeRender(), lines });
    const secret = "hush-123";
    const url = `https://ada:${secret}@example.com/page`;
    const details = { url: "https://example.com/page", reason: "credentials" };
    const responses = [
      await api.post("/v1/capture", { url }, { key }),
      await api.get(`/v1/capture?url=${encodeURIComponent(url)}`, { key }),
      await api.post("/v1/capture/batch", { urls: [url] }, { key }),
      await api.post("/v1/webhooks", { url, events: [] }, { key }),
    ];
    for (const response of responses) {
      const text = await response.clone().text();
      await expectError(response, 422, "url_not_allowed");
      expect(text).not.toContain(secret);
      expect(text).not.toContain("ada");
    }
    await expectError(
      await api.post("/v1/capture", { url }, { key }),
      422,
      "url_not_allowed",
      details,
    );
    await api.settled();
    expect(JSON.stringify(lines)).not.toContain(secret);
    expect(await recordsOf(accountId)).toEqual([]);
  });
});
