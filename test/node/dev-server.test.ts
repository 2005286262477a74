// What npm start does when a process of the service is killed.
import { readdirSync, readFileSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { prepareBrowser } from "../../scripts/local/browser.ts";
import { localDefaults, startService } from "../../scripts/local/dev-server.ts";
import { findFreePort } from "../../scripts/local/port.ts";

it("a service that answers no more after a crash of its runtime is said to have ended", async () => {
  const port = await findFreePort();
  const service = await startService({
    host: "127.0.0.1",
    port,
    browserEnvironment: await prepareBrowser(),
    onLine: () => undefined,
  });
  onTestFinished(service.stop);
  process.kill(listenerOn(port), "SIGKILL");
  expect(await service.ended).toBe("failed");
});

it.each([
  ["127.0.0.1", "localhost:*"],
  ["0.0.0.0", "localhost:*"],
  ["192.168.1.5", "localhost:*,192.168.1.5:8787"],
  ["::1", "localhost:*,[::1]:8787"],
])("a service that listens on %s may capture %s: itself", (host, targets) => {
  expect(localDefaults(host, 8787)["PRIVATE_TARGETS"]).toBe(targets);
});

/** The workerd that answers on the port. */
function listenerOn(port: number): number {
  const pid = readdirSync("/proc").find((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/cmdline`, "utf8").includes(`entry=127.0.0.1:${port}`);
    } catch {
      // It has just ended.
      return false;
    }
  });
  return Number(pid);
}
