// Checks that every test named in README.md exists.
import { expect, it } from "vitest";
import readme from "./README.md?raw";

const sources = import.meta.glob<string>(["../**/*.test.ts", "../support/guards.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

const rows = readme
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .flatMap((cells): [file: string, test: string][] => {
    const [test = "", file = ""] = cells.slice(0, -1).toReversed();
    return file.endsWith(".ts") ? [[file, test]] : [];
  });

it("The conformance table names more than 100 tests.", () => {
  expect(rows.length).toBeGreaterThan(100);
});

it.each(rows)("The file %s contains the test: %s", (file, test) => {
  const path = file.startsWith("conformance/") ? file.replace("conformance", ".") : `../${file}`;
  expect(test).not.toBe("");
  expect(sources[path]).toContain(test);
});
