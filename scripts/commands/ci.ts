// Runs npm run check and npm test at the same time, for .ci/run. The last line is "N passed, N failed".
import { spawn } from "node:child_process";
import { join } from "node:path";
import { runCommand } from "../lib/command.ts";
import { root } from "../lib/paths.ts";
import { stopRequested } from "../local/stop-request.ts";
import { lowerPriority, runTests, withRun } from "../local/test-run.ts";

await runCommand(undefined, async () => {
  const stopped = stopRequested();
  const { failed, summary } = await withRun(async (run) => {
    const check = runCheck();
    const checkFailed = new Promise<void>((resolve) => {
      void check.then((passed) => (passed ? undefined : resolve()));
    });
    const outcome = await runTests(run, [], Promise.race([stopped, checkFailed]));
    return (await Promise.race([check, stopped])) === true ? outcome : { ...outcome, failed: true };
  });
  if (failed) process.exitCode = 1;
  if (summary !== undefined) console.log(summary);
});
// After an interruption, running programs would keep the process running.
process.exit();

/** Returns whether the check passes. */
async function runCheck(): Promise<boolean> {
  const program = join(root, "scripts/commands/check.ts");
  const check = spawn(process.execPath, [program], { cwd: root, stdio: "inherit" });
  // The tests take longer, so they receive the CPU time first.
  lowerPriority(check);
  return new Promise((resolve) => {
    check.once("exit", (code) => {
      if (code !== 0) console.error("The check failed, so the tests stop.");
      resolve(code === 0);
    });
  });
}
