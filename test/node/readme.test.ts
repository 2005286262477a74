// The tables of README.md, held against the contract.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../scripts/lib/paths.ts";
import { optionShape } from "../../src/contract/capture-options.ts";
import { errorTable } from "../../src/contract/errors.ts";
import { EVENT_KINDS } from "../../src/contract/events.ts";
import { operations } from "../../src/contract/operations.ts";

const readme = readFileSync(join(root, "README.md"), "utf8");

it("has every endpoint of the API, and no other", () => {
  const named = [
    ...readme.matchAll(/^(GET|POST|PUT|DELETE) +(\/v1\/[^\s?,]*)(?:, (\/v1\/\S+))?/gm),
  ].flatMap(([, method, ...paths]) => paths.filter(Boolean).map((path) => `${method} ${path}`));
  const documented = operations
    .map(({ method, path }) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/, "{id}")}`)
    // The status stands beside its record.
    .filter((line) => line.includes(" /v1/") && !line.endsWith("{id}/status"));
  expect([...new Set(named)].toSorted()).toEqual(documented.toSorted());
});

it("has every error, option and kind of event", () => {
  const table = (status: number, code: string) =>
    new RegExp(`^\\|.*\\b${status}\\b.*\\|.*\`${code}\``, "m");
  for (const [code, { status }] of Object.entries(errorTable))
    expect(table(status, code).test(readme), code).toBe(true);
  for (const option of Object.keys(optionShape))
    expect(readme.includes(`| \`${option}\` |`), option).toBe(true);
  for (const kind of EVENT_KINDS)
    expect(readme.includes(kind.replace(/^screenshot\.(?!created)/, ".")), kind).toBe(true);
});
