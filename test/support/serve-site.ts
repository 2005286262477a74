// Serves test/capture/site to the browser, and receives events, for as long as the tests run.
import { writeFileSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { startFixtureServer } from "./fixture-server.ts";
import { startReceivers } from "./receivers.ts";

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [server, events] = await Promise.all([startFixtureServer(), startReceivers()]);
  project.provide("site", server.site);
  // scripts/runs.ts names the file that every browser of this run looks into.
  writeFileSync(process.env["EDGESHOT_BROWSER_FLAGS"] ?? "", server.browserFlags.join("\n"));
  project.provide("receivers", events.receivers);
  return async () => {
    await Promise.all([server.stop(), events.stop()]);
  };
}
