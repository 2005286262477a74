// Checks that each promise in docs/security.md names its tests, and that they exist.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../scripts/lib/paths.ts";

const lines = readFileSync(join(root, "docs/security.md"), "utf8").split("\n");
const rows = lines.flatMap((line, index) => {
  if (!line.endsWith("| tested by |")) return [];
  const rest = lines.slice(index + 2);
  return rest.slice(
    0,
    rest.findIndex((row) => !row.startsWith("|")),
  );
});
const paths = lines.join("\n").match(/(?<=`)test\/[\w./-]+(?=`)/g) ?? [];

it("docs/security.md contains more than forty promises.", () => {
  expect(rows.length).toBeGreaterThan(40);
});

it("Each promise in docs/security.md names a test, or states that it was tried by hand.", () => {
  const isProven = (row: string) => /\| (?:`test\/[^|]*|by hand) \|$/.test(row);
  expect(rows.filter((row) => !isProven(row))).toEqual([]);
});

it.each([...new Set(paths)])("The path %s in docs/security.md exists.", (path) => {
  expect(existsSync(join(root, path))).toBe(true);
});
