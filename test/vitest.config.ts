// Runs the tests in workerd, with the real wrangler.toml, real storage and the real browser.
import { builtinModules } from "node:module";
import { join } from "node:path";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { BUNDLED_PACKAGES } from "./support/bundled-packages.ts";
import { recordStorageCalls } from "./support/statements/record-storage-calls.ts";

const root = join(import.meta.dirname, "..");
/** The control endpoint of the proxy of the run's browsers (scripts/local/test-run.ts). */
const localProxy = process.env["LOCAL_PROXY"];

/** The number of records for `npm run bench -- rows`. */
const benchRecords = process.env["BENCH_RECORDS"];

const migrations = await readD1Migrations(join(root, "migrations"));

/** Files of the project node that run at the same time. Each uses one core. */
const NODE_WORKERS = 2;

/** The first group uses few browsers and has no short time limits, so more of its files may compete for two cores. */
const FIRST_GROUP_WORKERS = 4;

/** Captures wait for a browser half of the time. */
const CAPTURE_WORKERS = 3;

/** Timing matters in these files. Two of them leave the cores idle for a quarter of the time. */
const FAULTS_WORKERS = 2;

/** The files with the longest durations. They start first, so that no worker runs one alone at the end of its group. */
const SLOW_FILES = [
  "node/deploy-refusals",
  "node/deploy-recovery",
  "node/deploy.",
  "node/operators",
  "node/examples",
  "node/openapi",
  "node/dev-server",
  "faults/parallel/receivers",
  "faults/parallel/ledger",
  "capture/blocking/consent-platforms",
  "capture/misbehaving-pages",
  "capture/blocking/chat-widgets",
  "capture/blocking/unknown-banners",
  "capture/huge-images",
  "capture/scrolling",
  "faults/fair-sharing",
];

/** A clean checkout has no durations of earlier runs, and vitest then starts with the largest files. */
class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = SLOW_FILES.findIndex((name) => moduleId.includes(`/test/${name}`));
      return index === -1 ? SLOW_FILES.length : index;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

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
      recordStorageCalls(),
      cloudflareTest({
        wrangler: { configPath: join(root, "wrangler.toml") },
        miniflare: {
          bindings: {
            TEST_MIGRATIONS: migrations,
            SECRET_KEY: "a master key that only the tests know",
            PRIVATE_TARGETS: siteAllowed ? "localhost:*" : "",
            ...(benchRecords === undefined ? {} : { BENCH_RECORDS: benchRecords }),
            ...(localProxy === undefined ? {} : { LOCAL_PROXY: localProxy }),
          },
        },
      }),
    ],
    resolve: {
      alias: { "@better-auth/utils/password": join(root, "test/support/test-password.ts") },
    },
    test: {
      name,
      root,
      include: paths.map((path) => `test/${path}/*.test.ts`),
      setupFiles: [join(root, "test/support/apply-migrations.ts")],
      deps: {
        optimizer: {
          ssr: {
            enabled: true,
            include: BUNDLED_PACKAGES,
            rolldownOptions: { external: [/^(?:node|cloudflare):/, ...builtinModules] },
          },
        },
      },
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
    sequence: { sequencer: SlowFilesFirst },
    reporters: ["default", join(root, "test/support/count-reporter.ts")],
    projects: [
      {
        // Tests of code that runs in Node: scripts, examples and documents. A complete run starts them in a separate process
        // with a low priority (scripts/local/test-run.ts), so they need a long timeout.
        test: {
          name: "node",
          root,
          include: ["test/node/**/*.test.ts"],
          maxWorkers: NODE_WORKERS,
          sequence: { groupOrder: 0 },
          testTimeout: 900_000,
          hookTimeout: 180_000,
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
        maxWorkers: CAPTURE_WORKERS,
        maxConcurrency: 3,
        isolate: false,
        testTimeout: 60_000,
        siteAllowed: true,
      }),
      // These tests depend on timing, or damage their Worker, so each file gets a separate one. They mostly wait.
      project("faults", {
        paths: ["faults"],
        groupOrder: 3,
        maxWorkers: FAULTS_WORKERS,
        isolate: true,
        testTimeout: 90_000,
        siteAllowed: true,
      }),
      {
        // Tests of the dashboard in a browser, with the service that npm start runs. A complete run starts them in a separate
        // process (scripts/local/test-run.ts).
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
          // One test opens every page in every display. While other tests run, it takes more than two minutes.
          testTimeout: 300_000,
          // A run of one file waits for the start of the service.
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
