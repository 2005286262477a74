// Tests the settings that npm run deploy refuses because no plan of Cloudflare allows them.
import { expect, it } from "vitest";
import { findImpossibleSettings } from "../../scripts/deploy/platform-limits.ts";
import { readConfig } from "../../scripts/lib/config.ts";

it("The settings in wrangler.toml are possible.", () => {
  expect(findImpossibleSettings(readConfig())).toEqual([]);
});

it("A setting above the maximum of Cloudflare is named with the maximum.", () => {
  const queues = {
    producers: [],
    consumers: [{ queue: "edgeshot-captures", max_concurrency: 251, max_batch_size: 100 }],
  };
  expect(findImpossibleSettings({ queues, limits: { cpu_ms: 300_001 } })).toEqual([
    "max_concurrency of edgeshot-captures is 251: Cloudflare allows at most 250.",
    "cpu_ms is 300001: Cloudflare allows at most 300,000.",
  ]);
});
