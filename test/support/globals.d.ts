// Bindings of the test environment, in addition to the bindings of the Worker.
import type { D1Migration } from "@cloudflare/vitest-pool-workers";
import type { Env as WorkerEnv } from "../../src/env.ts";

declare global {
  /** The names of the functions of src/storage that have run. Recorded while it is a Set. */
  var storageCalls: Set<string> | undefined;
  namespace Cloudflare {
    interface Env extends WorkerEnv {
      TEST_MIGRATIONS: D1Migration[];
      /** The origin of the fake GitHub server. Only the service of test/browser has this variable. */
      FAKE_GITHUB_ORIGIN: string;
      /** Set by `npm run bench -- rows`. */
      BENCH_RECORDS?: string;
    }
    interface GlobalProps {
      mainModule: typeof import("../../src/index.ts");
    }
  }
  interface ImportMeta {
    /** Returns the exports of every module that matches the patterns, by path. */
    glob<Module>(patterns: string[], options: { eager: true }): Record<string, Module>;
    /** Defined by Vite. Returns the content of every file that matches the patterns, by path. */
    glob<Content>(
      patterns: string[],
      options: { query: "?raw"; import: "default"; eager: true },
    ): Record<string, Content>;
  }
}
