// Global setup: a real service with an empty database and an operator, and a fake GitHub server. The tests of this folder run
// last, so the service starts in the background and the other tests do not wait for it.
import { globSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { prepareBrowser } from "../../../scripts/local/browser.ts";
import { createState, startIsolatedService } from "../../../scripts/local/isolated-service.ts";
import { GITHUB_APP, startGitHub } from "../../support/github-server.ts";
import { closeRun, openRun } from "../../../scripts/local/runs.ts";

export type Dashboard = {
  /** The origin of the service, without a trailing slash. */
  url: string;
  /** The path of the browser executable. */
  browserProgram: string;
  operator: { name: string; email: string; password: string };
  /** The origin of the fake GitHub server. */
  gitHub: string;
};

const operator = {
  name: "Olga Operator",
  email: "operator@edgeshot.test",
  password: "an operator has a long password",
};

/** Provides the address of a server that responds with the Dashboard as soon as the service is ready. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const starting = startDashboard();
  // The server reports the error to the tests.
  starting.catch(() => undefined);
  const server = createServer((_request, response) => {
    starting.then(
      ({ dashboard }) => response.end(JSON.stringify(dashboard)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has an AddressInfo
  project.provide("dashboardAddress", `http://127.0.0.1:${port}`);
  return async () => {
    server.close();
    server.closeAllConnections();
    const { stop } = await starting;
    await stop();
  };
}

async function startDashboard(): Promise<{ dashboard: Dashboard; stop: () => Promise<void> }> {
  const browserEnvironment = await prepareBrowser();
  const cache = browserEnvironment["XDG_CACHE_HOME"] ?? "";
  const [browserProgram] = globSync(join(cache, ".wrangler/chrome/*/*/chrome"));
  if (browserProgram === undefined)
    throw new Error("No local browser found. Set CHROME_PATH to the path of Chrome or Chromium.");

  const run = openRun();
  const gitHub = await startGitHub();
  // For cookies, 127.0.0.1 is another site than localhost.
  const gitHubOrigin = gitHub.origin.replace("localhost", "127.0.0.1");
  const variables = {
    PRIVATE_TARGETS: "localhost:*",
    SIGNUPS: "open",
    SECRET_KEY: "a master key that only the tests know",
    GITHUB_CLIENT_ID: GITHUB_APP.clientId,
    GITHUB_CLIENT_SECRET: GITHUB_APP.clientSecret,
    FAKE_GITHUB_ORIGIN: gitHubOrigin,
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
  if (answer.status !== 303)
    throw new Error(`The operator could not sign up: status ${answer.status}.`);

  return {
    dashboard: { url: service.url, browserProgram, operator, gitHub: gitHubOrigin },
    stop: async () => {
      await Promise.all([service.stop(), gitHub.stop()]);
      await closeRun(run.folder);
    },
  };
}
