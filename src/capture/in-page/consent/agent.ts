// Runs in every frame when its document is parsed. Rejects consent through the platform's own buttons and reports the
// progress. Runs in the page's main world, because the agent calls functions that the platforms define there.
import AutoConsent from "autoconsent";
import type { Config, ContentScriptMessage, Rules } from "autoconsent";

/** Autoconsent's compact rules for the page and for its frames. */
type Settings = { pageRules: Rules; frameRules: Rules };

const CONFIG: Partial<Config> = {
  autoAction: "optOut",
  enableCosmeticRules: true,
  enableGeneratedRules: true,
  // The prehide style of start-scripts.ts does the same and adds no element to the page.
  enablePrehide: false,
  // The sweep handles banners of unknown platforms: it supports more languages and has stricter conditions.
  heuristicMode: "off",
  isMainWorld: true,
  detectRetries: 20,
};

/** Starts the agent. `send` takes messages such as "found:OneTrust"; blocking/consent-tracker.ts receives them. */
export function start(send: (message: string) => void, { pageRules, frameRules }: Settings): void {
  const report = (kind: string, platform = "") => send(`${kind}:${platform}`);

  class Agent extends AutoConsent {
    /** Autoconsent calls this method at the end of every round of detection. */
    override detectHeuristics(): void {
      if (top === self) report("searched");
    }
  }
  const agent = new Agent(async (message: ContentScriptMessage) => {
    if (message.type === "cmpDetected") report("found", message.cmp);
    if (message.type === "popupFound") report("opened", message.cmp);
    if (message.type === "optOutResult") {
      // Cosmetic rules hide the banner without rejecting consent.
      const success = agent.foundCmp?.isCosmetic === true ? "hidden" : "rejected";
      report(message.result ? success : "failed", message.cmp);
    }
  });
  agent.initialize(CONFIG, { autoconsent: [], compact: top === self ? pageRules : frameRules });
}
