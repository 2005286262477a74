// Tests that npm start and npm test leave no process behind. Each test counts the processes of its run.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { parentOf, processIds, readProcess, startTime } from "../../scripts/local/processes.ts";
import { cache } from "../../scripts/lib/paths.ts";

const scripts = join(import.meta.dirname, "../../scripts/local");
let folder: string;

beforeEach(() => {
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, "processes-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

/** Starts a program of this test. `code` can import from scripts/local. Its environment has no outer run. */
function startProgram(name: string, code: string, program = process.execPath): number {
  const file = join(folder, name);
  writeFileSync(file, code);
  const { EDGESHOT_RUN: _outerRun, ...env } = process.env;
  const child = spawn(program, [file], { env, stdio: "ignore", detached: true });
  onTestFinished(() => void child.kill("SIGKILL"));
  if (child.pid === undefined) throw new Error(`${program} does not start.`);
  return child.pid;
}

/** Opens a run with a member process and, inside the member, a nested run with another member. */
function startRun(end: string): number {
  const member = join(folder, "member.ts");
  writeFileSync(
    member,
    `import { spawn } from "node:child_process";
     import { openRun } from ${JSON.stringify(join(scripts, "runs.ts"))};
     const run = openRun();
     const env = { ...process.env, ...run.environment, MARK: ${JSON.stringify(folder)} };
     spawn("sleep", ["600"], { env, detached: true, stdio: "ignore" });
     setInterval(() => undefined, 1_000);`,
  );
  return startProgram(
    "owner.ts",
    `import { spawn } from "node:child_process";
     import { closeRun, openRun } from ${JSON.stringify(join(scripts, "runs.ts"))};
     const run = openRun();
     const env = { ...process.env, ...run.environment, MARK: ${JSON.stringify(folder)} };
     spawn(process.execPath, [${JSON.stringify(member)}], { env, detached: true, stdio: "ignore" });
     process.once("SIGTERM", async () => { ${end} });
     setInterval(() => undefined, 1_000);`,
  );
}

/** Returns the processes of the test's runs: members, and guards of runs of `owner`. */
function countProcesses(owner: number): number {
  return processIds().filter(
    (pid) =>
      readProcess(pid, "environ").split("\0").includes(`MARK=${folder}`) ||
      (readProcess(pid, "cmdline").includes("run-guard.ts") &&
        readProcess(pid, "cmdline").includes(`/${owner}-`)),
  ).length;
}

it.each([
  ["closes the run", "await closeRun(run.folder); process.exit();"],
  ["exits without closing the run", "process.exit();"],
  ["is killed", 'process.kill(process.pid, "SIGKILL");'],
])("No process of a run or its nested run remains when the owner %s.", async (_end, code) => {
  const owner = startRun(code);
  // Three processes: the member, the process of the nested run, and the guard.
  await vi.waitUntil(() => countProcesses(owner) === 3, { timeout: 20_000, interval: 100 });
  process.kill(owner, "SIGTERM");
  await vi.waitUntil(() => countProcesses(owner) === 0, { timeout: 20_000, interval: 100 });
});

it("A command stops when the npm process that started it is killed.", async () => {
  const ready = join(folder, "ready");
  const command = join(folder, "command.ts");
  writeFileSync(
    command,
    `import { writeFileSync } from "node:fs";
     import { stopRequested } from ${JSON.stringify(join(scripts, "stop-request.ts"))};
     const keepAlive = setInterval(() => undefined, 1_000);
     const stopped = stopRequested();
     writeFileSync(${JSON.stringify(ready)}, "");
     await stopped;
     clearInterval(keepAlive);`,
  );
  const manifest = { scripts: { start: `node ${command}` } };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  const npm = spawn("npm", ["--prefix", folder, "start"], { stdio: "ignore", detached: true });
  const commandIds = () =>
    processIds().filter((pid) => {
      const [program = "", ...args] = readProcess(pid, "cmdline").split("\0");
      return program.endsWith("node") && args.includes(command);
    });
  await vi.waitUntil(() => existsSync(ready), { timeout: 20_000, interval: 100 });
  expect(commandIds()).toHaveLength(1);
  npm.kill("SIGKILL");
  await vi.waitUntil(() => commandIds().length === 0, { timeout: 20_000, interval: 100 });
});

it("A zombie has no start time, so that its run counts as abandoned.", async () => {
  // The shell starts a process that exits, and replaces itself with a program that does not wait for children.
  const parent = startProgram("zombie.sh", "sleep 0.1 &\nexec sleep 600", "sh");
  const zombies = () =>
    processIds().filter(
      (pid) => parentOf(pid) === parent && / Z /.test(readProcess(pid, "stat").slice(0, 80)),
    );
  await vi.waitUntil(() => zombies().length === 1, { timeout: 20_000, interval: 50 });
  expect(startTime(zombies()[0] ?? 0)).toBeUndefined();
  process.kill(parent, "SIGKILL");
});
