// Bindings of the test environment, in addition to the bindings of the Worker.
import type { D1Migration } from "@cloudflare/vitest-pool-workers";
import type { Env as WorkerEnv } from "../../src/env.ts";

declare global {
  namespace Cloudflare {
    interface Env extends WorkerEnv {
      TEST_MIGRATIONS: D1Migration[];
      /** The origin of the fake GitHub server. Only the service of test/browser has this variable. */
      FAKE_GITHUB_ORIGIN: string;
    }
    interface GlobalProps {
      mainModule: typeof import("../../src/index.ts");
    }
  }
  interface ImportMeta {
    /** Defined by Vite. Returns the content of every file that matches the patterns, by path. */
    glob<Content>(
      patterns: string[],
      options: { query: "?raw"; import: "default"; eager: true },
    ): Record<string, Content>;
  }
}
