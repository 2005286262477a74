// Tests the descriptions that the "Deploy to Cloudflare" button shows (developers.cloudflare.com/workers/platform/deploy-buttons).
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readConfig } from "../../scripts/lib/config.ts";
import { root } from "../../scripts/lib/paths.ts";

it("package.json describes exactly the bindings and variables of wrangler.toml.", () => {
  const { vars, d1_databases, r2_buckets, queues, assets, browser, durable_objects } = readConfig();
  const bound = [...d1_databases, ...r2_buckets, ...queues.producers, assets, browser];
  const names = [
    ...bound.map(({ binding }) => binding),
    ...durable_objects.bindings.map(({ name }) => name),
    ...Object.keys(vars),
  ];
  const { cloudflare } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    cloudflare: { bindings: Record<string, { description: string }> };
  };
  expect(Object.keys(cloudflare.bindings).toSorted()).toEqual(names.toSorted());
  for (const [name, { description }] of Object.entries(cloudflare.bindings))
    expect(description, name).toMatch(/^[A-Z`].{10,120}\.$/);
});
