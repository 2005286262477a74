// Values that the global set-up provides to tests: `const { origin } = inject("site")`.
import type { Site } from "./fixture-server.ts";
import type { Receivers } from "./receivers.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The origins of test/capture/site. */
    site: Site;
    /** The origins of the webhook receivers. */
    receivers: Receivers;
    /** The origin of the fake GitHub server. */
    gitHub: string;
    /** The OAuth app that is registered on the fake GitHub server. */
    gitHubApp: { clientId: string; clientSecret: string };
  }
}
