// Global set-up: serves test/capture/site, receives webhook events and fakes GitHub during the test run.
import { appendFileSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { startFixtureServer } from "./fixture-server.ts";
import { GITHUB_APP, startGitHub } from "./github-server.ts";
import type { Substitute } from "./named-server.ts";
import { startReceivers } from "./receivers.ts";

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [server, events, gitHub] = await Promise.all([
    startFixtureServer(),
    startReceivers(),
    startGitHub(),
  ]);
  project.provide("site", server.site);
  // Every browser of this run reads its flags from this file (scripts/local/runs.ts).
  appendFileSync(process.env["EDGESHOT_BROWSER_FLAGS"] ?? "", server.browserFlags.join("\n"));
  await replaceHosts(server.substitutes);
  project.provide("receivers", events.receivers);
  project.provide("gitHub", gitHub.origin);
  project.provide("gitHubApp", GITHUB_APP);
  return async () => {
    await Promise.all([server.stop(), events.stop(), gitHub.stop()]);
  };
}

/** Makes the proxy of the run's browsers (scripts/local/proxy.ts) connect these names to other addresses. */
async function replaceHosts(substitutes: Substitute[]): Promise<void> {
  const response = await fetch(`${process.env["LOCAL_PROXY"]}/substitutes`, {
    method: "POST",
    body: JSON.stringify(substitutes),
  });
  if (!response.ok) throw new Error(`The local proxy returned status ${response.status}.`);
}
