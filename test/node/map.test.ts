// Checks that every path that src/README.md names exists.
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../scripts/lib/paths.ts";

const map = readFileSync(join(root, "src/README.md"), "utf8");
const names = [...map.matchAll(/`([\w@./-]+)`/g)].map(([, name = ""]) => name);
const paths = names.filter((name) => /\/$|\.(ts|tsx|md|toml|json)$/.test(name));
const files = globSync("src/**/*.{ts,tsx,md}", { cwd: root });

it("src/README.md names more than a hundred paths.", () => {
  expect(paths.length).toBeGreaterThan(100);
});

it.each([...new Set(paths)])("The path %s in src/README.md exists.", (path) => {
  const isFound =
    existsSync(join(root, "src", path)) ||
    existsSync(join(root, path)) ||
    // A walkthrough may name a file without its folder, if it named the folder before.
    files.some((file) => !path.includes("/") && basename(file) === path);
  expect(isFound).toBe(true);
});

it("Every folder of src has a row in the table of folders.", () => {
  const folders = new Set(files.flatMap((file) => file.split("/").slice(1, -1).slice(0, 1)));
  for (const folder of folders) expect(map).toContain(`| \`${folder}/`);
});
