// The form of the playground and its link: every option has a control and is read as in the API.
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

/** Samples for each kind of option, without default values. */
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

it("Every option is in exactly one group.", () => {
  const placed = groups.flatMap(({ options }) => options);
  expect(placed.toSorted()).toEqual(optionNames.toSorted());
  // A new option is in the group "Other" until it is added to another group.
  expect(groups.map(({ title }) => title)).not.toContain("Other");
});

it("Every option has the description of its schema.", () => {
  for (const name of optionNames) expect(controlFor(name).help, name).toMatch(/^\S.*\.$/s);
});

describe.each(samples)("%j", (options) => {
  const request = captureBody.parse({ url, name: "it", options });
  const body = inputToBody(request);

  it("The form reproduces the request.", () => {
    const entered = captureFormValues(body);
    const form = readCaptureForm(definedValues(entered));

    expect(form.errors).toBeUndefined();
    expect(form.values).toEqual(request);
    expect(form.entered).toEqual(entered);
  });

  it("The body without defaults is equivalent to the request.", () => {
    expect(captureBody.parse(body)).toEqual(request);
    expect(Object.keys(body.options ?? {}).toSorted()).toEqual(Object.keys(options).toSorted());
  });

  it("The link is equivalent to the request.", () => {
    const query: Record<string, string | string[]> = {};
    const { searchParams } = new URL(linkSnippet("https://shots.example.com", body) ?? "");
    for (const name of searchParams.keys()) {
      const values = searchParams.getAll(name);
      query[name] = values.length === 1 ? (values[0] ?? "") : values;
    }
    expect(query["api_key"]).toBe("YOUR_API_KEY");
    expect(captureQuery.parse(query)).toEqual({
      ...request,
      options: { ...request.options, response_type: "by_format" },
    });
  });
});

it("A request with HTML has no link.", () => {
  expect(linkSnippet("https://shots.example.com", { html: "<p>" })).toBeUndefined();
});

it("An empty control means the default value.", () => {
  const form = readCaptureForm({ url, selector: "", delay: "", "clip.x": "", cookies: "" });
  expect(form.values?.options).toEqual(captureOptions.parse({}));
});

it("Spaces around a number are ignored.", () => {
  const entered = {
    url,
    delay: " 70\t",
    image_quality: " ",
    "geolocation.latitude": " ",
    "clip.x": " ",
  };
  expect(readCaptureForm(entered).values?.options).toEqual(captureOptions.parse({ delay: 70 }));
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
    /^Cannot be combined with selector\.$/,
  ],
  [
    "clip",
    { url, delay: "x", selector: ":foo", "clip.x": "left" },
    /^Cannot be combined with selector\.$/,
  ],
  ["cookies", { url, cookies: "{" }, /^Must be valid JSON\.$/],
  ["cookies", { url, cookies: '[{"name":"a"}]' }, /^0\.value is required\.$/],
  [
    "cookies",
    { url, cookies: '[{"name":"a"},{"value":"b"}]' },
    /^0\.value is required; 1\.name is required\.$/,
  ],
  ["headers", { url, headers: '{"Host":"a"}' }, /^Host must not be set\.$/],
  ["hide_selectors", { url, hide_selectors: "a".repeat(300) }, /^0 must be at most 255/],
  ["wait_until", { url, wait_until: "never" }, /^Must be one of load/],
])("The form reports the error of %s and keeps the entered values: %j.", (name, entered, error) => {
  const form = readCaptureForm(entered);

  expect(Object.keys(form.errors ?? {})).toContain(name);
  expect(form.errors?.[name]).toMatch(error);
  expect(form.entered).toEqual(entered);
});

it("The form reports all errors together.", () => {
  const { errors } = readCaptureForm({ url: "nonsense", delay: "-1", "clip.x": "1" });
  expect(Object.keys(errors ?? {}).toSorted()).toEqual([
    "clip.height",
    "clip.width",
    "clip.y",
    "delay",
    "url",
  ]);
});

function definedValues(
  entered: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(entered).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}
