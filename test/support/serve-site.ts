// Serves test/capture/site to the browser, receives events and stands in for GitHub, for as long as the tests run.
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
  // scripts/local/runs.ts names the file that every browser of this run looks into.
  writeFileSync(process.env["EDGESHOT_BROWSER_FLAGS"] ?? "", server.browserFlags.join("\n"));
  project.provide("receivers", events.receivers);
  project.provide("gitHub", gitHub.origin);
  project.provide("gitHubApp", GITHUB_APP);
  return async () => {
    await Promise.all([server.stop(), events.stop(), gitHub.stop()]);
  };
}
