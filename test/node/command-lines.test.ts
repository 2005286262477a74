// Commands with invalid arguments print an error and their usage, before they change anything.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { runScript } from "./support/run-script.ts";

it.each([
  ["key", [], "Use create, or revoke with a key.", "key -- create"],
  ["key", ["revoke"], "Use create, or revoke with a key.", "key -- revoke KEY"],
  ["key", ["create", "--account", "a"], "--plan must be one of free,", "key -- create"],
  ["account", [], "Use set with an account name,", "account -- set NAME"],
  ["account", ["set", "a"], "Specify at least one value to change.", "account -- set NAME"],
  [
    "account",
    ["set", "a", "--rpm", "0"],
    "--rpm must be a whole number of at least 1",
    "account -- set",
  ],
  ["account", ["invite", "a", "b"], "b is not an email address.", "account -- invite NAME EMAIL"],
  ["shot", ["http://x.test/"], "Name the file to write: -o page.png", "shot -- URL -o FILE"],
  ["shot", ["http://x.test/", "-o", "a.png", "--bogus"], "Unknown option: --bogus\n", "shot --"],
  [
    "shot",
    ["http://x.test/", "-o", "a.png", "--quality", "5"],
    "Unknown option: --quality. Did you mean --image-quality?",
    "shot --",
  ],
  ["shot", ["http://x.test/", "-o", "a.gif"], "a.gif has no known extension", "shot --"],
])("The command %s %j reports: %s", async (script, args, sentence, usage) => {
  const { code, output } = await run(script, args);
  expect(output).toContain(sentence);
  expect(output).toContain(`\nUsage: npm run -s ${usage}`);
  expect(code).toBe(2);
});

it("The shot command refuses a file that it cannot write, before it captures.", async () => {
  const folder = mkdtempSync(join(tmpdir(), "edgeshot-shot-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const missing = join(folder, "missing");
  const shot = async (file: string) => (await run("shot", ["http://x.test/", "-o", file])).output;
  expect(await shot(folder)).toContain(`${folder} is a folder.`);
  expect(await shot(join(missing, "a.png"))).toContain(`The folder ${missing} does not exist.`);
});

it("The shot command reports the URL of a service that it cannot reach.", async () => {
  const { code, output } = await run("shot", ["http://x.test/", "-o", "a.png"]);
  expect(output).toContain("The service at http://localhost:9 cannot be reached:");
  expect(code).toBe(1);
});

/** Runs the script with a service that does not exist: nothing listens on its port. */
function run(script: string, args: string[]) {
  return runScript(script, args, { EDGESHOT_URL: "http://localhost:9", EDGESHOT_KEY: "es_" });
}
