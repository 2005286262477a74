// Tests that npm start and npm test leave no process behind. Each test counts the processes of its run.
import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
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

describe("Starts of the service of one checkout", () => {
  /**
   * Starts a program that claims the checkout like npm start, writes the outcome to a file, and starts for `startsForMs`.
   * Returns its process id.
   */
  function startClaim(name: string, port: number, startsForMs = 60_000): number {
    const checkout = join(folder, "checkout/scripts");
    if (!existsSync(checkout))
      for (const part of ["lib", "local"])
        cpSync(join(scripts, "..", part), join(checkout, part), { recursive: true });
    return startProgram(
      `${name}.ts`,
      `import { writeFileSync } from "node:fs";
       import { claimCheckout, openRun, recordService } from ${JSON.stringify(join(checkout, "local/runs.ts"))};
       const run = openRun();
       const service = { pid: process.pid, port: ${port}, url: "http://localhost:${port}" };
       let outcome;
       try {
         const running = await claimCheckout(run, service);
         outcome = running === undefined ? "claimed" : "running " + running.port;
       } catch (error) {
         outcome = error.message;
       }
       writeFileSync(${JSON.stringify(join(folder, name))}, outcome);
       if (outcome !== "claimed") process.exit();
       setTimeout(() => recordService(run, service, "running"), ${startsForMs});
       setInterval(() => undefined, 1_000);`,
    );
  }

  const outcomeOf = async (name: string) => {
    const file = join(folder, name);
    await vi.waitUntil(() => existsSync(file) && readFileSync(file, "utf8") !== "", {
      timeout: 20_000,
      interval: 20,
    });
    return readFileSync(file, "utf8");
  };

  it("Of two starts at the same time, one starts and the other ends with a sentence.", async () => {
    const ids = { first: startClaim("first", 8001), second: startClaim("second", 8002) };
    const outcomes = { first: await outcomeOf("first"), second: await outcomeOf("second") };
    const [winner, loser] =
      outcomes.first === "claimed"
        ? (["first", "second"] as const)
        : (["second", "first"] as const);
    expect(outcomes[winner]).toBe("claimed");
    expect(outcomes[loser]).toBe(
      `Another service of this checkout is starting, as process ${ids[winner]}. Wait until it is ready, or stop ` +
        `it: kill ${ids[winner]}`,
    );
  });

  it("A start reports the running service, and after that was killed starts with its own settings.", async () => {
    const first = startClaim("first", 8001, 0);
    expect(await outcomeOf("first")).toBe("claimed");
    const states = () =>
      globSync(join(folder, "checkout/.cache/runs/*/service.json")).map((file) =>
        readFileSync(file, "utf8"),
      );
    await vi.waitUntil(() => states().some((state) => state.includes('"running"')), {
      timeout: 20_000,
      interval: 20,
    });
    startClaim("second", 8002);
    expect(await outcomeOf("second")).toBe("running 8001");
    // The parent, this process, has not read the exit code yet: the first service may be a zombie.
    process.kill(first, "SIGKILL");
    startClaim("third", 8003);
    expect(await outcomeOf("third")).toBe("claimed");
  });
});
