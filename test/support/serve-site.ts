// Global set-up: serves test/capture/site, receives webhook events and fakes GitHub during the test run.
import { writeFileSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { startFixtureServer } from "./fixture-server.ts";
import { GITHUB_APP, startGitHub } from "./github-server.ts";
import { startReceivers } from "./receivers.ts";

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [server, events, gitHub] = await Promise.all([
    startFixtureServer(),
    startReceivers(),
    startGitHub(),
  ]);
  project.provide("site", server.site);
  // Every browser of this run reads its flags from this file (scripts/local/runs.ts).
  writeFileSync(process.env["EDGESHOT_BROWSER_FLAGS"] ?? "", server.browserFlags.join("\n"));
  project.provide("receivers", events.receivers);
  project.provide("gitHub", gitHub.origin);
  project.provide("gitHubApp", GITHUB_APP);
  return async () => {
    await Promise.all([server.stop(), events.stop(), gitHub.stop()]);
  };
}
