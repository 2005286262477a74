// npm test -- --changed: tests a change in seconds. Nearly every test of an endpoint imports the whole Worker, so only unit
// tests are selected by their imports.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "../lib/paths.ts";
import type { Run } from "./runs.ts";
import { type Outcome, runTests } from "./test-run.ts";

const OTHER_TEST = /^test\/(?!unit\/).*\.test\.ts$/;

/**
 * Runs the unit tests that import a changed file, then all other test files that were changed.
 *
 * @param ref The commit to compare with; undefined for uncommitted changes.
 */
export async function runChangedTests(
  run: Run,
  ref: string | undefined,
  stopped: Promise<unknown>,
): Promise<Outcome> {
  const changed = ref === undefined ? "--changed" : `--changed=${ref}`;
  const unit = await runTests(run, [changed, "--project=unit", "--passWithNoTests"], stopped);
  const others = changedFiles(ref ?? "HEAD").filter((file) => OTHER_TEST.test(file));
  if (others.length === 0 || unit.summary === undefined) return unit;

  console.log(`Unit tests: ${unit.summary}`);
  const rest = await runTests(run, others, stopped);
  return { ...rest, failed: unit.failed || rest.failed };
}

/** Returns the paths of changed files below the root, without deleted files. */
function changedFiles(ref: string): string[] {
  const lists = [
    ["diff", "--name-only", "--relative", ref],
    ["ls-files", "--others", "--exclude-standard"],
  ].map((args) => execFileSync("git", args, { cwd: root, encoding: "utf8" }));
  return lists
    .flatMap((list) => list.split("\n"))
    .filter((file) => file !== "" && existsSync(join(root, file)));
}
