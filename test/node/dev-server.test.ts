// Tests the local service of npm start: a crash of its runtime, and its defaults.
import { expect, it, onTestFinished } from "vitest";
import { prepareBrowser } from "../../scripts/local/browser.ts";
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

/** Returns the process id of the workerd that listens on the port. */
function listenerOn(port: number): number {
  return (
    processIds().find((pid) => readProcess(pid, "cmdline").includes(`entry=127.0.0.1:${port}`)) ?? 0
  );
}
