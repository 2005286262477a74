// npm test: runs every test, or the test files that the arguments name. The last line is "N passed, N failed".
import { runCommand } from "../lib/command.ts";
import { runChangedTests } from "../local/changed-tests.ts";
import { runTests, withRun } from "../local/test-run.ts";
import { stopRequested } from "../local/stop-request.ts";

const usage = `npm test [-- [FILE …] [--watch] [vitest options]]
       npm test -- --changed [REF]

Runs every test, or only those whose file names contain one of the arguments.

--changed   runs the unit tests that import a changed file, and other test files that were changed: uncommitted changes, or
            all changes since REF
--watch     runs the tests again after each change, like npm run test:watch`;

await runCommand(usage, async () => {
  const stopped = stopRequested();
  const args = process.argv.slice(2);
  const { failed, summary } = await withRun((run) =>
    args[0] === "--changed" ? runChangedTests(run, args[1], stopped) : runTests(run, args, stopped),
  );
  process.exitCode = failed ? 1 : 0;
  if (summary !== undefined) console.log(summary);
});
// After an interruption, running programs would keep the process running.
process.exit();
