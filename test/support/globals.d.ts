// Bindings of the test environment, in addition to the bindings of the Worker.
import type { D1Migration } from "@cloudflare/vitest-pool-workers";
import type { Env as WorkerEnv } from "../../src/env.ts";

declare global {
  namespace Cloudflare {
    interface Env extends WorkerEnv {
      TEST_MIGRATIONS: D1Migration[];
      /** In the service of test/browser alone. */
      GITHUB_STAND_IN: string;
    }
    interface GlobalProps {
      mainModule: typeof import("../../src/index.ts");
    }
  }
  interface ImportMeta {
    /** Vite's: path → content of every file that the patterns name. */
    glob<Content>(
      patterns: string[],
      options: { query: "?raw"; import: "default"; eager: true },
    ): Record<string, Content>;
  }
}
