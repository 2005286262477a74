// Serves test/capture/site to the browser for as long as the tests run.
import type { TestProject } from "vitest/node";
import { startFixtureServer } from "./fixture-server.ts";

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startFixtureServer();
  project.provide("site", server.site);
  return server.stop;
}
