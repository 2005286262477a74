// Checks that every path that src/README.md names exists, and that it names every folder.
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../scripts/lib/paths.ts";

const map = readFileSync(join(root, "src/README.md"), "utf8");
const names = [...map.matchAll(/`([\w@./-]+)`/g)].map(([, name = ""]) => name);
const paths = names.filter((name) => /\/$|\.(ts|tsx|md|toml|json)$/.test(name));
const files = globSync("src/**/*.*", { cwd: root });

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

it("The table of folders has a row for every folder of src that contains files.", () => {
  const rows = map.split("\n").filter((line) => line.startsWith("| `"));
  const named = rows.flatMap((row) => row.split(" | ")[0]?.match(/[\w/-]+(?=\/`)/g) ?? []);
  const folders = new Set(files.map((file) => dirname(file).slice("src/".length)));
  folders.delete("");
  expect(named).toEqual(expect.arrayContaining([...folders]));
});
