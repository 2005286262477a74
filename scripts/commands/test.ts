// npm test: runs every test, or the test files that the arguments name. The last line is "N passed, N failed".
import { runCommand } from "../lib/command.ts";
import { runTests, withRun } from "../local/test-run.ts";
import { stopRequested } from "../local/stop-request.ts";

const usage = `npm test [-- [FILE …] [--changed [REF]] [--watch] [vitest options]]

Runs every test, or only those whose file names contain one of the arguments.

--changed   runs the tests that import a changed file: uncommitted changes, or all changes since REF
--watch     runs the tests again after each change, like npm run test:watch`;

await runCommand(usage, async () => {
  const stopped = stopRequested();
  const { failed, summary } = await withRun((run) => runTests(run, process.argv.slice(2), stopped));
  process.exitCode = failed ? 1 : 0;
  if (summary !== undefined) console.log(summary);
});
// After an interruption, running programs would keep the process running.
process.exit();
