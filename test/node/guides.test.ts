// Compares the facts in the guides with the contract.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { root } from "../../scripts/lib/paths.ts";
import { GUIDE_GROUPS } from "../../scripts/guides/contents.ts";
import { batchBody } from "../../src/contract/capture-batch.ts";
import { captureBody, MAX_NAME_LENGTH, MAX_URL_LENGTH } from "../../src/contract/capture.ts";
import { optionShape } from "../../src/contract/capture-options.ts";
import { errorTable } from "../../src/contract/errors.ts";
import { EVENT_KINDS } from "../../src/contract/event-kinds.ts";
import { eventPayload, events } from "../../src/contract/events.ts";
import { MAX_MONITORS_PER_ACCOUNT } from "../../src/contract/monitors.ts";
import { plans } from "../../src/contract/plans.ts";
import { MAX_WEBHOOKS_PER_ACCOUNT } from "../../src/contract/webhooks.ts";
import { buildOpenApi } from "../../src/http/docs/openapi.ts";
import { formatBytes } from "../../src/lib/data-size.ts";
import {
  MAX_ACCEPTED_BYTES,
  MAX_ACCEPTED_SIDE_PX,
  MAX_READABLE_SIDE_PX,
} from "../../src/mcp/capture-for-model.ts";
import { tools } from "../../src/mcp/tools.ts";

const guides = Object.values(GUIDE_GROUPS).flat();

describe("limits.md", () => {
  it("The table of plans matches the plans.", () => {
    const rows = Object.values(plans).map(({ name, limits }) => [
      name,
      number(limits.monthlyScreenshots),
      formatBytes(limits.storageBytes),
      String(limits.requestsPerMinute),
    ]);
    expect(rowsOf("guides/limits.md", "Plans")).toEqual(rows);
  });

  it("The limits of captures and accounts match the contract.", () => {
    const range = (option: keyof typeof optionShape) => {
      const { minimum = NaN, maximum = NaN } = input(optionShape[option]);
      return `${number(minimum)} to ${number(maximum)}`;
    };
    const { html } = input(captureBody).properties ?? {};
    const { urls } = input(batchBody).properties ?? {};
    expect(rowsOf("guides/limits.md", "Captures")).toEqual([
      ["URLs in a batch", String(property(urls, "maxItems"))],
      ["length of `url`", `${number(MAX_URL_LENGTH)} characters`],
      ["length of `name`", `${MAX_NAME_LENGTH} characters`],
      ["length of `html`", `${number(property(html, "maxLength"))} characters`],
      ["`viewport_width`, `viewport_height`", `${range("viewport_width")} pixels`],
      ["`device_scale_factor`", range("device_scale_factor")],
      ["`delay`", `${range("delay")} ms`],
      ["`timeout`", `${range("timeout")} ms`],
      ["`navigation_timeout`", `${range("navigation_timeout")} ms`],
      ["`full_page_max_height`", `${range("full_page_max_height")} pixels`],
      ["`cache_ttl`", `${range("cache_ttl")} s`],
    ]);
    expect(range("viewport_height")).toBe(range("viewport_width"));
    expect(rowsOf("guides/limits.md", "Accounts").slice(0, 2)).toEqual([
      ["webhooks", String(MAX_WEBHOOKS_PER_ACCOUNT)],
      ["monitors", String(MAX_MONITORS_PER_ACCOUNT)],
    ]);
  });
});

it("errors.md lists every error once, with its status.", () => {
  const listed = read("guides/errors.md").matchAll(/^\| (\d{3}) \| `(\w+)` \|/gm);
  const expected = Object.entries(errorTable).map(([code, { status }]) => `${status} ${code}`);
  expect([...listed].map(([, status, code]) => `${status} ${code}`).toSorted()).toEqual(
    expected.toSorted(),
  );
});

it("The guides list every event and every tool of the MCP server.", () => {
  const kinds = rowsOf("guides/webhooks.md", "Events").map(([kind = ""]) => kind);
  expect(kinds.toSorted()).toEqual(EVENT_KINDS.map((kind) => `\`${kind}\``).toSorted());
  const names = rowsOf("guides/mcp.md", "Tools").map(([name = ""]) => name);
  expect(names.toSorted()).toEqual(
    Object.keys(tools)
      .map((name) => `\`${name}\``)
      .toSorted(),
  );
});

it("mcp.md states which images models do not receive, and which images models scale down.", () => {
  const guide = read("guides/mcp.md").replaceAll(/\s+/g, " ");
  const mebibytes = MAX_ACCEPTED_BYTES / 1024 ** 2;
  expect(guide).toContain(
    `An image above ${number(MAX_ACCEPTED_SIDE_PX)} pixels a side or ${mebibytes} MiB, and a PDF, are stored and not part of the result.`,
  );
  expect(guide).toContain(`images above ${number(MAX_READABLE_SIDE_PX)} pixels a side`);
});

it("The descriptions of events match the contract.", () => {
  for (const [kind = "", when = ""] of rowsOf("guides/webhooks.md", "Events")) {
    const event = EVENT_KINDS.find((name) => `\`${name}\`` === kind);
    if (event !== undefined) expect(when.toLowerCase()).toBe(events[event].when.toLowerCase());
  }
});

it("The example of an event and the example of an error have the documented shape.", () => {
  const event = example("guides/webhooks.md");
  expect(eventPayload("screenshot.completed").safeParse(event).error).toBeUndefined();
  const { error } = example("guides/errors.md") as { error: { code: "invalid_options" } };
  expect(error).toMatchObject({ message: errorTable[error.code].message });
  const { error: found } = captureBody.safeParse({
    url: "https://example.com",
    options: { viewport_width: 1 },
  });
  expect(error).toMatchObject({
    details: { "options.viewport_width": found?.issues[0]?.message },
  });
});

it("options.md shows the default of every option.", () => {
  const rows = read("options.md").matchAll(/^\| `(\w+)` \| .*? \| (.*?) \| [^|]+ \|$/gm);
  const listed = Object.fromEntries(
    [...rows].map(([, option = "", value = ""]) => [option, value]),
  );
  const expected = Object.entries(optionShape).map(([option, schema]) => {
    const { default: value } = z.toJSONSchema(schema, { io: "output", unrepresentable: "any" });
    const shown = value === undefined ? "" : `\`${JSON.stringify(value).replaceAll('"', "")}\``;
    return [option, shown];
  });
  expect(listed).toMatchObject(Object.fromEntries(expected));
});

it.each(guides)("Every name in snake case in %s is part of the API.", (guide) => {
  const known = JSON.stringify(buildOpenApi()) + Object.keys(tools).join(" ");
  const prose = read(guide).replaceAll(/^```(?!json).*?^```/gms, "");
  for (const [, name = ""] of prose.matchAll(/(?<!\w)([a-z]+(?:_[a-z0-9]+)+)(?!\w)/g))
    expect(known, name).toMatch(new RegExp(`\\b${name}\\b`));
});

function read(path: string): string {
  return readFileSync(join(root, "docs", path), "utf8");
}

/** Returns the cells of the first table below a heading, without its head. */
function rowsOf(path: string, heading: string): string[][] {
  const [, section = ""] = read(path).split(`\n## ${heading}\n`);
  const [table = ""] = /(?:^\|.*\n)+/m.exec(section) ?? [];
  const [, , ...rows] = table.trim().split("\n");
  return rows.map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** Returns the first JSON example. */
function example(path: string): unknown {
  const [, json = ""] = /^```json\n(.*?)^```/ms.exec(read(path)) ?? [];
  return JSON.parse(json);
}

function input(schema: z.ZodType) {
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
}

function property(schema: unknown, name: string): unknown {
  return typeof schema === "object" && schema !== null ? Reflect.get(schema, name) : undefined;
}

function number(value: unknown): string {
  return Number(value).toLocaleString("en-US");
}
