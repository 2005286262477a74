// Before the dashboard's tests: a real service with an empty database, whose first login is the operator's, and a stand-in for GitHub.
import { globSync } from "node:fs";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { prepareBrowser } from "../../../scripts/local/browser.ts";
import { createState, startIsolatedService } from "../../../scripts/local/isolated-service.ts";
import { GITHUB_APP, startGitHub } from "../../support/github-server.ts";
import { closeRun, openRun } from "../../../scripts/local/runs.ts";

export type Dashboard = {
  /** Of the service, without a trailing slash. */
  url: string;
  /** The browser to look with. */
  browserProgram: string;
  operator: { name: string; email: string; password: string };
  /** Where GitHub's stand-in is. */
  gitHub: string;
};

const operator = {
  name: "Olga Operator",
  email: "operator@edgeshot.test",
  password: "an operator has a long password",
};

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const browserEnvironment = await prepareBrowser();
  const cache = browserEnvironment["XDG_CACHE_HOME"] ?? "";
  const [browserProgram] = globSync(join(cache, ".wrangler/chrome/*/*/chrome"));
  if (browserProgram === undefined)
    throw new Error("These tests need a browser that is on this machine: set CHROME_PATH.");

  const run = openRun();
  const gitHub = await startGitHub();
  // Another site than localhost, as cookies have it.
  const gitHubOrigin = gitHub.origin.replace("localhost", "127.0.0.1");
  const variables = {
    PRIVATE_TARGETS: "localhost:*",
    SIGNUPS: "open",
    SECRET_KEY: "a master key that only the tests know",
    GITHUB_CLIENT_ID: GITHUB_APP.clientId,
    GITHUB_CLIENT_SECRET: GITHUB_APP.clientSecret,
    GITHUB_STAND_IN: gitHubOrigin,
  };
  const state = await createState(run);
  const entry = "test/support/worker-with-github.ts";
  const service = await startIsolatedService(run, state, browserEnvironment, variables, entry);
  const answer = await fetch(`${service.url}/sign-up`, {
    method: "POST",
    headers: { Origin: service.url },
    body: new URLSearchParams(operator),
    redirect: "manual",
  });
  if (answer.status !== 303) throw new Error(`The operator could not sign up: ${answer.status}.`);

  project.provide("dashboard", {
    url: service.url,
    browserProgram,
    operator,
    gitHub: gitHubOrigin,
  });
  return async () => {
    await Promise.all([service.stop(), gitHub.stop()]);
    await closeRun(run.folder);
  };
}
