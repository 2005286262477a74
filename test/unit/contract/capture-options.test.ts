// Which errors one response reports together, page ranges and cookies.
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { captureBody, captureQuery } from "../../../src/contract/capture.ts";
import { batchBody } from "../../../src/contract/capture-batch.ts";
import { captureOptions, optionShape } from "../../../src/contract/capture-options.ts";
import { newMonitorBody } from "../../../src/contract/monitors.ts";

const clip = { x: 0, y: 0, width: 9, height: 9 };
const invalidValues = [
  "",
  " ",
  "a".repeat(9_000),
  -1,
  1.5,
  Number.NaN,
  null,
  [],
  [""],
  [5],
  {},
  { name: "" },
  JSON.parse('{"__proto__":"x"}'),
];

function errorsOf(options: unknown): string[] {
  return (captureOptions.safeParse(options).error?.issues ?? []).map(
    ({ path, message }) => `${path.join(".")} ${message}`,
  );
}

it.each(Object.keys(optionShape).filter((name) => name !== "clip" && name !== "full_page"))(
  "An invalid value of %s hides no certain contradiction of other options.",
  (name) => {
    for (const value of invalidValues)
      expect(
        errorsOf({ clip, full_page: true, [name]: value }),
        JSON.stringify(value),
      ).toContainEqual(expect.stringMatching(/^clip cannot be combined with .*full_page$/));
  },
);

it.each([
  [{ clip: "x", selector: "" }, "clip cannot be combined with selector"],
  [
    { clip: "x", selector: 5, full_page: true },
    "clip cannot be combined with selector and full_page",
  ],
  [{ format: "pdf", selector: "a >" }, "selector cannot be combined with format pdf"],
  [
    { format: "pdf", pdf_margin: "105mm", pdf_header: 5 },
    "pdf_margin leaves no space on the paper",
  ],
  [
    { cookies: [{ name: "__Host-a", domain: "a", value: 5 }] },
    /^cookies\.0\.domain must not be set/,
  ],
  [
    { cookies: [{ name: "__Secure-a", value: "b", secure: false, path: 5 }] },
    /secure must not be false/,
  ],
])("The options %j have the error of each field and of their combination.", (options, error) => {
  const errors = errorsOf(options);
  expect(errors).toContainEqual(error instanceof RegExp ? expect.stringMatching(error) : error);
  expect(errors.length).toBeGreaterThan(1);
});

it("An invalid field outside of the options hides no contradiction.", () => {
  const body = captureBody.safeParse({ url: 5, name: "", options: { clip, selector: "" } });
  const query = captureQuery.safeParse({
    url: "x",
    clip: JSON.stringify(clip),
    selector: "",
    delay: "x",
  });
  for (const { error } of [body, query])
    expect(error?.issues.map(({ message }) => message)).toContain(
      "cannot be combined with selector",
    );
});

it.each(["1", "99", " 2 - 3 , 5", "5,1-2", "4294967295"])(
  "The page ranges %j are left to the document.",
  (pdf_pages) => expect(errorsOf({ format: "pdf", pdf_pages })).toEqual([]),
);

it.each(["", "0", "0-1", "3-2", "1,", "a", "1.5", "-1", "4294967296", "1-99999999999999999999"])(
  "The page ranges %j, which no document can have, are refused.",
  (pdf_pages) =>
    expect(errorsOf({ format: "pdf", pdf_pages })).toEqual([
      "pdf_pages must be page ranges such as 1-3,5",
    ]),
);

describe("cookies that need a secure target", () => {
  const secureCookie = { name: "__Secure-a", value: "x" };
  const cookies = [
    { name: "a", value: "x" },
    secureCookie,
    { ...secureCookie, secure: true },
    { name: "__host-a", value: "x" },
  ];
  const insecure = "must be true for a name that starts with __Secure- or __Host-, because";
  const plain = "http://localhost:18917/";

  function errorsIn(schema: z.ZodType, body: unknown): Record<string, string> {
    const issues = schema.safeParse(body).error?.issues ?? [];
    return Object.fromEntries(issues.map(({ path, message }) => [path.join("."), message]));
  }

  it("A batch names the URLs that start with http:// for each cookie without secure.", () => {
    const urls = [plain, "https://example.com/", "HTTP://example.com/"];
    const message = `${insecure} urls.0, urls.2 start with http://`;
    expect(errorsIn(batchBody, { urls, options: { cookies } })).toEqual({
      "options.cookies.1.secure": message,
      "options.cookies.3.secure": message,
    });
  });

  it("Bodies, queries and monitors refuse the cookies for an http:// URL together with other errors.", () => {
    const options = { cookies: [secureCookie], delay: -1 };
    const message = `${insecure} url starts with http://`;
    const monitor = { name: "a", url: plain, options, schedule: { every: "1h" } };
    for (const found of [
      errorsIn(captureBody, { url: plain, options }),
      errorsIn(newMonitorBody, monitor),
    ])
      expect(found).toEqual({
        "options.cookies.0.secure": message,
        "options.delay": expect.any(String),
      });
    expect(errorsIn(captureQuery, { url: plain, cookies: JSON.stringify([secureCookie]) })).toEqual(
      { "cookies.0.secure": message },
    );
  });

  it("An https:// URL and HTML accept the cookies without secure.", () => {
    const options = { cookies };
    expect(errorsIn(captureBody, { url: "https://example.com/", options })).toEqual({});
    expect(errorsIn(captureBody, { html: "<p>", options })).toEqual({});
  });

  it("A cookie with a domain requires secure for every target.", () => {
    expect(errorsOf({ cookies: [{ ...secureCookie, domain: "example.com" }] })).toEqual([
      "cookies.0.secure must be true for a name that starts with __Secure- if domain is set",
    ]);
  });
});

it.each([
  ["example.com", "example.com"],
  [".Example.COM", ".example.com"],
  ["bücher.example", "xn--bcher-kva.example"],
  [".例え.jp", ".xn--r8jz45g.jp"],
  ["localhost", "localhost"],
  ["a_b.example.", "a_b.example."],
  ["192.0.2.1", "192.0.2.1"],
  ["[2001:DB8::1]", "[2001:db8::1]"],
])("The cookie domain %j is accepted as %j.", (domain, expected) => {
  const { cookies } = captureOptions.parse({ cookies: [{ name: "a", value: "x", domain }] });
  expect(cookies?.[0]?.domain).toBe(expected);
});

it.each([
  "",
  ".",
  "..example.com",
  "a..b",
  "exa mple",
  "exa\tmple",
  "exa%6Dple",
  "*.example.com",
  "a,b",
  "https://example.com",
  "example.com/",
  "example.com:80",
  "user@example.com",
  "192.0.2.999",
  "2001:db8::1",
  `${"a".repeat(64)}.example`,
])("The cookie domain %j, which no host can have, is refused.", (domain) =>
  expect(errorsOf({ cookies: [{ name: "a", value: "x", domain }] })).toEqual([
    expect.stringMatching(/^cookies\.0\.domain must be a host name such as example\.com/),
  ]),
);
