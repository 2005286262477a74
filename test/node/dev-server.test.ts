// Tests the local service of npm start: a crash of its runtime, and its defaults.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { browserNotices } from "../../scripts/local/browser-notices.ts";
import { prepareBrowser } from "../../scripts/local/browser.ts";
import {
  firstThatStarts,
  NO_SANDBOX,
  sandboxChoices,
} from "../../scripts/local/browser-wrapper.ts";
import { localDefaults, startService } from "../../scripts/local/dev-server.ts";
import { findFreePort } from "../../scripts/local/port.ts";
import { processIds, readProcess } from "../../scripts/local/processes.ts";
import { openRun } from "../../scripts/local/runs.ts";

it("The service reports a failure when it does not answer after a crash of its runtime.", async () => {
  const port = await findFreePort();
  const service = await startService({
    run: openRun(),
    host: "127.0.0.1",
    port,
    browserEnvironment: await prepareBrowser(),
    onLine: () => undefined,
    stopped: new Promise(() => undefined),
  });
  onTestFinished(service.stop);
  const crashed = listenerOn(port);
  process.kill(crashed, "SIGKILL");
  // wrangler starts another runtime. Suspend it before it responds.
  const freezing = setInterval(() => {
    const restarted = listenerOn(port);
    if (restarted !== 0 && restarted !== crashed) process.kill(restarted, "SIGSTOP");
  }, 5);
  onTestFinished(() => clearInterval(freezing));
  expect(await service.ended).toBe("failed");
});

it.each([
  ["127.0.0.1", "localhost:*"],
  // Other devices can capture through these, so the other ports of this machine stay private.
  ["0.0.0.0", "localhost:8787"],
  ["::", "localhost:8787"],
  ["192.168.1.5", "localhost:8787,192.168.1.5:8787"],
  ["::1", "localhost:*,[::1]:8787"],
])("A service that listens on %s may capture %s, which includes itself.", (host, targets) => {
  expect(localDefaults(host, 8787)["PRIVATE_TARGETS"]).toBe(targets);
});

it("The start message says that the browser runs without its sandbox, and names the remedy.", async () => {
  const cache = mkdtempSync(join(tmpdir(), "edgeshot-notices-"));
  onTestFinished(() => rmSync(cache, { recursive: true }));
  const folder = join(cache, ".wrangler/chrome/linux-1/chrome-linux64");
  mkdirSync(folder, { recursive: true });
  const noticesFor = async (flags: string) => {
    writeFileSync(join(folder, "chrome"), `exec browser ${flags} "$@"`);
    return (await browserNotices({ XDG_CACHE_HOME: cache })).filter((text) => /sandbox/.test(text));
  };
  expect(await noticesFor("--no-pings")).toEqual([]);
  expect(await noticesFor(`${NO_SANDBOX} --no-pings`)).toEqual([
    expect.stringMatching(
      /without its sandbox.*Start Edgeshot as a user|kernel\.unprivileged_userns/,
    ),
  ]);
});

it.each<[string, string[] | undefined, { root?: boolean; works: (flags: string[]) => boolean }]>([
  ["a user whose sandbox works", [], { works: () => true }],
  [
    "a user on a kernel without user namespaces",
    [NO_SANDBOX],
    { works: (flags) => flags.includes(NO_SANDBOX) },
  ],
  ["root, for whom Chromium has no sandbox", [NO_SANDBOX], { root: true, works: () => true }],
  ["a user whose browser does not start at all", undefined, { works: () => false }],
])("For %s, the browser runs with the flags %j.", async (_user, flags, { root = false, works }) => {
  const { chosen } = await firstThatStarts(sandboxChoices(root), (choice) =>
    Promise.resolve({ starts: works(choice), output: "" }),
  );
  expect(chosen).toEqual(flags);
});

/** Returns the process id of the workerd that listens on the port. */
function listenerOn(port: number): number {
  return (
    processIds().find((pid) => readProcess(pid, "cmdline").includes(`entry=127.0.0.1:${port}`)) ?? 0
  );
}
