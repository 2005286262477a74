// The published table of capture options: types, defaults and ranges, tested through the API.
import { expect, it } from "vitest";
import { seedAccount } from "../support/accounts.ts";
import { createApi } from "../support/api.ts";
import { expectError } from "../support/expectations.ts";
import { fakeRender } from "../support/fake-render.ts";

const url = "https://example.com/";
const flag = { valid: [true, false], invalid: ["true", 1, null] };
const range = (min: number, max: number) => ({
  valid: [min, max],
  invalid: [min - 1, max + 1, min + 0.5, String(min), null],
});
const oneOf = (...valid: string[]) => ({ valid, invalid: ["", "x", valid[0]?.toUpperCase(), 1] });
const waits = ["load", "domcontentloaded", "networkidle0", "networkidle2"];

const table: [
  name: string,
  published: unknown,
  values: { valid: unknown[]; invalid: unknown[] },
][] = [
  ["format", "png", oneOf("png", "jpeg", "webp", "pdf")],
  ["viewport_width", 1280, range(100, 5000)],
  ["viewport_height", 1024, range(100, 5000)],
  ["full_page", false, flag],
  ["image_quality", 80, range(0, 100)],
  ["device_scale_factor", 1, { valid: [1, 1.5, 3], invalid: [0.9, 3.1, "1"] }],
  ["viewport_mobile", false, flag],
  ["viewport_has_touch", false, flag],
  ["viewport_landscape", false, flag],
  ["block_ads", false, flag],
  ["block_cookie_banners", false, flag],
  ["block_chats", false, flag],
  ["selector", undefined, { valid: ["#a"], invalid: [1, null] }],
  ["selector_scroll_into_view", true, flag],
  ["error_on_selector_not_found", false, flag],
  ["wait_for_selector", undefined, { valid: ["#a"], invalid: [1, null] }],
  ["delay", 0, range(0, 10_000)],
  ["timeout", 60_000, range(1000, 90_000)],
  ["navigation_timeout", 30_000, range(1000, 30_000)],
  ["wait_until", "load", { valid: [...waits, waits], invalid: ["never", ["load", "x"], 1] }],
  ["response_type", "by_format", oneOf("by_format", "json", "empty")],
  ["dark_mode", undefined, flag],
  ["omit_background", false, flag],
  ["full_page_scroll", undefined, flag],
  ["full_page_scroll_delay", 400, range(0, 5000)],
  ["full_page_scroll_by", undefined, range(0, 5000)],
  ["full_page_max_height", undefined, range(0, 50_000)],
];

it.each(table)(
  "%s has the published default, accepts the limits of its range and rejects values outside it.",
  async (name, published, { valid, invalid }) => {
    const { key } = await seedAccount({ requestsPerMinute: 1000 });
    const { render, requests } = fakeRender();
    const api = createApi({ render });
    const capture = async (options: object) => api.post("/v1/capture", { url, options }, { key });

    await capture({});
    expect(requests.at(-1)?.options[name as "format"]).toBe(published);
    for (const value of valid) {
      expect((await capture({ [name]: value })).ok, String(value)).toBe(true);
      expect(requests.at(-1)?.options[name as "format"]).toEqual(value);
    }
    for (const value of invalid)
      await expectError(await capture({ [name]: value }), 422, "invalid_options", {
        [`options.${name}`]: expect.any(String),
      });
    await api.settled();
  },
);

it.each([
  ["name", 100, (text: string) => ({ name: text })],
  ["options.selector", 255, (text: string) => ({ options: { selector: text } })],
  ["options.wait_for_selector", 255, (text: string) => ({ options: { wait_for_selector: text } })],
])(
  "%s accepts the published maximum number of characters and rejects one more.",
  async (field, maxLength, bodyOf) => {
    const { key } = await seedAccount();
    const api = createApi(fakeRender());
    const capture = async (text: string) =>
      api.post("/v1/capture", { url, ...bodyOf(text) }, { key });
    expect((await capture("a".repeat(maxLength))).status).toBe(200);
    await expectError(await capture("a".repeat(maxLength + 1)), 422, "invalid_options", {
      [field]: expect.stringContaining(String(maxLength)),
    });
    await api.settled();
  },
);
