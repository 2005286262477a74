// The playground's form and its link: every option can be typed, is read as the API reads it, and comes back as typed.
import { describe, expect, it } from "vitest";
import { captureBody, captureQuery } from "../../../../src/contract/capture.ts";
import {
  captureOptions,
  type CaptureOptionsInput,
} from "../../../../src/contract/capture-options.ts";
import {
  optionNames,
  readCaptureForm,
  captureFormValues,
} from "../../../../src/dashboard/playground/capture-form.ts";
import { controlFor } from "../../../../src/dashboard/playground/controls.ts";
import { groups } from "../../../../src/dashboard/playground/groups.ts";
import { inputToBody } from "../../../../src/dashboard/playground/capture-body.ts";
import { linkSnippet } from "../../../../src/dashboard/playground/snippets/link.ts";

const url = "https://example.com/a?b=c&d=e";

/** A value for each kind of option, none of them the default. */
const samples: CaptureOptionsInput[] = [
  { format: "webp", image_quality: 0, omit_background: true },
  { viewport_width: 400, device_scale_factor: 1.5, viewport_mobile: true },
  { selector: "a[href='x,y'] > b", selector_scroll_into_view: false },
  { clip: { x: 0, y: 10, width: 20, height: 30 } },
  { wait_until: ["load", "networkidle0"], delay: 10 },
  { wait_until: "domcontentloaded", dark_mode: false },
  { hide_selectors: [".a, .b", "[data-x]"], styles: "a {\n  color: red }" },
  { hide_selectors: ["#one"], user_agent: "Bot & Co = 1" },
  { geolocation: { latitude: -1.5, longitude: 2 }, locale: "de-DE" },
  { http_auth: { username: "u", password: "p&=" }, headers: { "X-A": "1" } },
  { cookies: [{ name: "a", value: "b", secure: true }], local_storage: { "{": "}" } },
  { format: "pdf", pdf_paper: "a5", pdf_margin: "1in", pdf_pages: "1-2" },
  { format: "pdf", pdf_paper: { width: "10cm", height: "20cm" }, pdf_margin: { top: "1cm" } },
  { cache_ttl: 60, response_type: "json" },
];

it("has a place for every option, once", () => {
  const placed = groups.flatMap(({ options }) => options);
  expect(placed.toSorted()).toEqual(optionNames.toSorted());
  // A new option stands under "Further" until it has been given its place.
  expect(groups.map(({ title }) => title)).not.toContain("Further");
});

it("explains every option with the contract's own words", () => {
  for (const name of optionNames) expect(controlFor(name).help, name).toMatch(/^\S.*\.$/s);
});

describe.each(samples)("%j", (options) => {
  const asked = captureBody.parse({ url, name: "it", options });
  const body = inputToBody(asked);

  it("is asked for as it was typed", () => {
    const typed = captureFormValues(body);
    const form = readCaptureForm(withoutGaps(typed));

    expect(form.errors).toBeUndefined();
    expect(form.values).toEqual(asked);
    expect(form.entered).toEqual(typed);
  });

  it("is what a body without the defaults means", () => {
    expect(captureBody.parse(body)).toEqual(asked);
    expect(Object.keys(body.options ?? {}).toSorted()).toEqual(Object.keys(options).toSorted());
  });

  it("is what the link means", () => {
    const query: Record<string, string | string[]> = {};
    const { searchParams } = new URL(linkSnippet("https://shots.example.com", body) ?? "");
    for (const name of searchParams.keys()) {
      const values = searchParams.getAll(name);
      query[name] = values.length === 1 ? (values[0] ?? "") : values;
    }
    expect(query["api_key"]).toBe("YOUR_API_KEY");
    expect(captureQuery.parse(query)).toEqual({
      ...asked,
      options: { ...asked.options, response_type: "by_format" },
    });
  });
});

it("has no link for a document that is sent along", () => {
  expect(linkSnippet("https://shots.example.com", { html: "<p>" })).toBeUndefined();
});

it("reads what is left empty as the default", () => {
  const form = readCaptureForm({ url, selector: "", delay: "", "clip.x": "", cookies: "" });
  expect(form.values?.options).toEqual(captureOptions.parse({}));
});

it.each([
  ["url", { url: "" }, /^Is required\.$/],
  ["url", { url: "ftp://example.com" }, /^Must be a valid URL/],
  ["html", { url, html: "<p>" }, /cannot be combined with url/i],
  ["delay", { url, delay: "soon" }, /integer between 0 and 10000/],
  ["delay", { url, delay: "1e9" }, /integer between 0 and 10000/],
  ["clip.width", { url, "clip.x": "1", "clip.y": "1", "clip.height": "1" }, /^Is required\.$/],
  ["clip.x", { url, "clip.x": "left" }, /^Must be a number/],
  [
    "clip",
    { url, selector: "a", "clip.x": "1", "clip.y": "1", "clip.width": "1", "clip.height": "1" },
    /combined/,
  ],
  ["cookies", { url, cookies: "{" }, /^Must be valid JSON\.$/],
  ["cookies", { url, cookies: '[{"name":"a"}]' }, /^0\.value is required\.$/],
  ["headers", { url, headers: '{"Host":"a"}' }, /^Host must not be set\.$/],
  ["hide_selectors", { url, hide_selectors: "a".repeat(300) }, /^0 must be at most 255/],
  ["wait_until", { url, wait_until: "never" }, /^Must be one of load/],
])("tells what is wrong beside %s, and keeps what was typed: %j", (name, typed, fault) => {
  const form = readCaptureForm(typed);

  expect(Object.keys(form.errors ?? {})).toContain(name);
  expect(form.errors?.[name]).toMatch(fault);
  expect(form.entered).toEqual(typed);
});

it("tells all faults at once", () => {
  const { errors } = readCaptureForm({ url: "nonsense", delay: "-1", "clip.x": "1" });
  expect(Object.keys(errors ?? {}).toSorted()).toEqual([
    "clip.height",
    "clip.width",
    "clip.y",
    "delay",
    "url",
  ]);
});

function withoutGaps(typed: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(typed).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
