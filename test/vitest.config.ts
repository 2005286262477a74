// Runs the tests in workerd, with the real wrangler.toml, real storage and the real browser.
import { join } from "node:path";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

const root = join(import.meta.dirname, "..");
/** The control endpoint of the proxy of the run's browsers (scripts/local/test-run.ts). */
const localProxy = process.env["LOCAL_PROXY"];

const migrations = await readD1Migrations(join(root, "migrations"));

/** Files that run at the same time on two cores. Most tests wait for a browser or a program half of the time. */
const WORKERS = 3;

/** The first group uses few browsers and has no short time limits, so more of its files may compete for the cores. */
const FIRST_GROUP_WORKERS = 4;

type Settings = {
  /** Patterns of folders in test/. The default is the folder with the name of the project, and its subfolders. */
  paths?: string[];
  /** The timeout of one test, in milliseconds. */
  testTimeout: number;
  /** Groups run one after another, in this order. Projects of one group share its workers. */
  groupOrder: number;
  /** Files that run at the same time. Must be equal for all projects of a group. */
  maxWorkers: number;
  /** Whether each file gets a separate workerd, and so separate browsers. */
  isolate: boolean;
  /** The number of tests in describe.concurrent() that run at the same time. */
  maxConcurrency?: number;
  /** Whether PRIVATE_TARGETS allows the pages of test/capture/site, on localhost. */
  siteAllowed?: boolean;
};

function project(
  name: string,
  { paths = [`${name}/**`], siteAllowed = false, groupOrder, ...test }: Settings,
): TestProjectInlineConfiguration {
  return {
    plugins: [
      cloudflareTest({
        wrangler: { configPath: join(root, "wrangler.toml") },
        miniflare: {
          bindings: {
            TEST_MIGRATIONS: migrations,
            SECRET_KEY: "a master key that only the tests know",
            PRIVATE_TARGETS: siteAllowed ? "localhost:*" : "",
            ...(localProxy === undefined ? {} : { LOCAL_PROXY: localProxy }),
          },
        },
      }),
    ],
    test: {
      name,
      root,
      include: paths.map((path) => `test/${path}/*.test.ts`),
      setupFiles: [join(root, "test/support/apply-migrations.ts")],
      hookTimeout: 60_000,
      // One second, the default of vitest, is too short on a busy machine.
      expect: { poll: { timeout: 5_000 } },
      sequence: { groupOrder },
      ...test,
    },
  };
}

export default defineConfig({
  root,
  test: {
    globalSetup: [join(root, "test/support/serve-site.ts")],
    // The Worker logs each request. Only failed tests print these lines.
    silent: "passed-only",
    reporters: ["default", join(root, "test/support/count-reporter.ts")],
    projects: [
      {
        // Tests of code that runs in Node: scripts, examples and documents.
        test: {
          name: "node",
          root,
          include: ["test/node/**/*.test.ts"],
          maxWorkers: FIRST_GROUP_WORKERS,
          sequence: { groupOrder: 1 },
          testTimeout: 300_000,
        },
      },
      project("unit", {
        groupOrder: 1,
        maxWorkers: FIRST_GROUP_WORKERS,
        isolate: false,
        testTimeout: 10_000,
      }),
      project("integration", {
        groupOrder: 1,
        maxWorkers: FIRST_GROUP_WORKERS,
        isolate: false,
        testTimeout: 20_000,
      }),
      // These tests do not depend on timing. Each file gets a separate Worker, because some read all records of the database.
      project("parallel-faults", {
        paths: ["faults/parallel"],
        groupOrder: 1,
        maxWorkers: FIRST_GROUP_WORKERS,
        isolate: true,
        testTimeout: 90_000,
        siteAllowed: true,
      }),
      project("capture", {
        paths: ["capture/**", "conformance"],
        groupOrder: 2,
        maxWorkers: WORKERS,
        maxConcurrency: 3,
        isolate: false,
        testTimeout: 60_000,
        siteAllowed: true,
      }),
      // These tests depend on timing, or damage their Worker. Run one file at a time, each in a separate Worker.
      project("faults", {
        paths: ["faults"],
        groupOrder: 3,
        maxWorkers: 1,
        isolate: true,
        testTimeout: 90_000,
        siteAllowed: true,
      }),
      {
        // Tests of the dashboard in a browser, with the service that npm start runs.
        test: {
          name: "browser",
          root,
          include: ["test/browser/**/*.test.ts"],
          globalSetup: [join(root, "test/browser/support/start-service.ts")],
          // All files share one service and its operator, so they run one after another.
          maxWorkers: 1,
          // The files change no global state, so they share one process.
          isolate: false,
          sequence: { groupOrder: 4 },
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
