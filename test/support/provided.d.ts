// Values that the global set-up provides to tests: `const { origin } = inject("site")`.
import type { Site } from "./fixture-server.ts";
import type { Receivers } from "./receivers.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where test/capture/site is served. */
    site: Site;
    /** Where events may be sent to. */
    receivers: Receivers;
    /** Where GitHub's stand-in is. */
    gitHub: string;
    /** The app that it knows. */
    gitHubApp: { clientId: string; clientSecret: string };
  }
}
