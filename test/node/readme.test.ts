// Compares the documents with the contract and with the repository.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../scripts/lib/paths.ts";
import { optionShape } from "../../src/contract/capture-options.ts";
import { errorTable } from "../../src/contract/errors.ts";
import { EVENT_KINDS } from "../../src/contract/event-kinds.ts";
import { operations } from "../../src/contract/operations.ts";

const api = read("docs/api.md");

const documents = [
  ...readdirSync(root).filter(isMarkdown),
  ...["docs", "src", "test"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter(isMarkdown)
      .map((path) => `${folder}/${path}`),
  ),
];

it("README.md has at most 150 lines.", () => {
  expect(read("README.md").split("\n").length).toBeLessThanOrEqual(150);
});

it("docs/api.md lists every endpoint of the API and no other.", () => {
  const listed = [...api.matchAll(/^(GET|POST|PUT|DELETE) +(\/v1\/[^\s?,]*)/gm)].map(
    ([, method, path]) => `${method} ${path}`,
  );
  const documented = operations
    .map(({ method, path }) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/, "{id}")}`)
    .filter((line) => line.includes(" /v1/"));
  expect(listed.toSorted()).toEqual(documented.toSorted());
});

it("docs/api.md lists every error with its status, and every event.", () => {
  for (const [code, { status }] of Object.entries(errorTable))
    expect(api, code).toMatch(new RegExp(`^\\|.*\\b${status}\\b.*\\|.*\`${code}\``, "m"));
  for (const kind of EVENT_KINDS) expect(api).toContain(`| \`${kind}\` |`);
});

it("docs/options.md lists every capture option once and no other.", () => {
  const [reference = ""] = read("docs/options.md").split("## Query strings");
  const listed = [...reference.matchAll(/^\| `(\w+)` \|/gm)].map(([, option = ""]) => option);
  expect(listed.toSorted()).toEqual(Object.keys(optionShape).toSorted());
});

it("docs/options.md names the default of each option.", () => {
  const [reference = ""] = read("docs/options.md").split("## Query strings");
  for (const [name, option] of Object.entries(optionShape)) {
    const value = option.safeParse(undefined).data;
    const cell = value === undefined ? "" : `\`${JSON.stringify(value).replaceAll('"', "")}\``;
    const row = reference.split("\n").find((line) => line.startsWith(`| \`${name}\` |`));
    const [, , , documented, meaning] = row?.split("|").map((text) => text.trim()) ?? [];
    expect(documented, name).toBe(cell);
    expect(meaning, name).toMatch(/\.$/);
  }
});

it.each(documents)("Every relative link in %s leads to an existing file and heading.", (path) => {
  for (const [link, target] of linksOf(path)) {
    const [file = "", heading] = target.split("#");
    const linked = file === "" ? join(root, path) : resolve(root, dirname(path), file);
    expect(existsSync(linked), link).toBe(true);
    if (heading !== undefined) expect(headingsOf(linked), link).toContain(heading);
  }
});

it("docs/README.md and docs/decisions.md list every document in docs.", () => {
  const lists = `${read("docs/README.md")}${read("docs/decisions.md")}`;
  for (const path of documents.filter((document) => document.startsWith("docs/")))
    if (path !== "docs/README.md") expect(lists).toContain(`](${path.slice("docs/".length)})`);
});

function isMarkdown(path: string): boolean {
  return path.endsWith(".md");
}

function linksOf(path: string): [link: string, target: string][] {
  return [...read(path).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([link, target = ""]): [string, string] => [link, target])
    .filter(([, target]) => !target.includes(":"));
}

/** Returns the anchors of a document as GitHub generates them: lower case, without punctuation, spaces as hyphens. */
function headingsOf(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}
