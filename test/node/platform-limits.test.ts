// Tests the settings that npm run deploy refuses because no plan of Cloudflare allows them.
import { expect, it } from "vitest";
import { assertBundleFits } from "../../scripts/deploy/bundle-size.ts";
import { explainError } from "../../scripts/deploy/explain-error.ts";
import { findImpossibleSettings } from "../../scripts/deploy/platform-limits.ts";
import { findRefusedSettings } from "../../scripts/deploy/refused-settings.ts";
import { findInvalidSettings } from "../../src/env.ts";
import { readConfig } from "../../scripts/lib/config.ts";

it("The settings in wrangler.toml are possible.", () => {
  expect(findImpossibleSettings(readConfig())).toEqual([]);
});

it("A setting above the maximum of Cloudflare is named with the maximum.", () => {
  const queues = {
    producers: [],
    consumers: [{ queue: "edgeshot-captures", max_concurrency: 251, max_batch_size: 100 }],
  };
  expect(findImpossibleSettings({ queues, limits: { cpu_ms: 300_001 }, vars: {} })).toEqual([
    "max_concurrency of edgeshot-captures is 251: Cloudflare allows at most 250.",
    "cpu_ms is 300001: Cloudflare allows at most 300,000.",
  ]);
});

it("Settings that only the paid plan allows are refused with CLOUDFLARE_PLAN free.", () => {
  const config = readConfig();
  const vars = { ...config.vars, CLOUDFLARE_PLAN: "free", WARM_BROWSERS: "1" };
  expect(findImpossibleSettings({ ...config, vars, limits: { cpu_ms: 30_000 } })).toEqual([
    "BROWSER_SESSIONS is 4: Cloudflare's free plan allows at most 3.",
    "BROWSER_STARTS_PER_SECOND is 3: Cloudflare's free plan allows at most 0.05.",
    "WARM_BROWSERS is 1: Cloudflare's free plan allows at most 0.",
    "cpu_ms is 30000: remove it, because Cloudflare's free plan has a fixed limit.",
  ]);
  const smaller = { BROWSER_SESSIONS: "3", BROWSER_STARTS_PER_SECOND: "0.05", WARM_BROWSERS: "0" };
  expect(findImpossibleSettings({ ...config, vars: { ...vars, ...smaller } })).toEqual([]);
});

it("A wrong plan is named with its values, so that npm run deploy refuses it.", () => {
  const { vars } = readConfig();
  expect(findInvalidSettings(vars)).toEqual([]);
  for (const plan of ["pro", "Free", ""])
    expect(findInvalidSettings({ ...vars, CLOUDFLARE_PLAN: plan })).toEqual([
      'CLOUDFLARE_PLAN is invalid: expected "paid" or "free".',
    ]);
});

it("A deployment refuses HOST, because it would serve this host without HTTPS.", () => {
  const config = readConfig();
  expect(findRefusedSettings(config)).toEqual([]);
  expect(
    findRefusedSettings({ ...config, vars: { ...config.vars, HOST: "shots.example" } }),
  ).toEqual([
    expect.stringMatching(/^HOST is "shots\.example": leave it empty\. .* redirect .* HTTPS\.$/),
  ]);
});

it("HOST is a host name or an IP address.", () => {
  const { vars } = readConfig();
  for (const host of ["", "box.lan", "Box", "0.0.0.0", "127.0.0.1", "::", "::1", "fe80::1"])
    expect(findInvalidSettings({ ...vars, HOST: host }), host).toEqual([]);
  for (const host of [
    "evil.example:80 x",
    "box.lan:80",
    "http://box.lan",
    "a..b",
    "a,b",
    " ",
    "[::1]",
    ":",
  ])
    expect(findInvalidSettings({ ...vars, HOST: host }), host).toEqual([
      expect.stringMatching(/^HOST is invalid: expected a host name or an IP address/),
    ]);
});

it.each([
  "RETENTION_DAYS",
  "RECORD_RETENTION_DAYS",
  "BROWSER_SESSIONS",
  "CAPTURES_PER_SESSION",
  "BROWSER_STARTS_PER_SECOND",
  "ACCOUNT_SLOTS",
  "WARM_BROWSERS",
])("%s accepts only decimal numbers.", (name) => {
  const { vars } = readConfig();
  for (const value of ["1", "03", 2])
    expect(findInvalidSettings({ ...vars, [name]: value }), String(value)).toEqual([]);
  for (const value of [
    true,
    false,
    null,
    "",
    " ",
    " 1",
    "0x1",
    "0b1",
    "1e0",
    "+1",
    "-1",
    "one",
    [],
  ])
    expect(findInvalidSettings({ ...vars, [name]: value }), JSON.stringify(value)).toContainEqual(
      expect.stringMatching(new RegExp(`^${name} is invalid: expected a .*number from`)),
    );
});

it("A Worker may have 64 MiB before compression.", () => {
  assertBundleFits("Total Upload: 65536.00 KiB / gzip: 9000.00 KiB");
  assertBundleFits("Total Upload: \u001B[32m65536.00 KiB / gzip: 9000.00 KiB\u001B[39m");
  expect(() => assertBundleFits("Total Upload: 65536.01 KiB / gzip: 900.00 KiB")).toThrow(
    "The Worker has 65536.01 KiB. Cloudflare allows 65536 KiB.",
  );
});

it("A migration whose trigger D1 has divided is explained with the next step.", () => {
  const error = new Error("incomplete input: SQLITE_ERROR [code: 7500]");
  expect(explainError(error).message).toContain("--file=migrations/NAME");
});
