// Runs in every frame once its document is there: answers "no" to a consent platform by the platform's own buttons, and tells
// how far it has come. In the page's own world, where the platforms' interfaces are.
import AutoConsent from "autoconsent";
import type { Config, ContentScriptMessage, Rules } from "autoconsent";

/** Rules are autoconsent's compact ones, for the page and for its frames. */
type Settings = { pageRules: Rules; frameRules: Rules };

const CONFIG: Partial<Config> = {
  autoAction: "optOut",
  enableCosmeticRules: true,
  enableGeneratedRules: true,
  // The style sheet that is there already does it, without touching the page's own elements.
  enablePrehide: false,
  // Banners of no known platform are the sweep's: it knows more languages, and judges more strictly.
  heuristicMode: "off",
  isMainWorld: true,
  detectRetries: 20,
};

/** `say` takes "looked:" and the like; consent.ts of capture/blocking hears it. */
export function start(say: (message: string) => void, { pageRules, frameRules }: Settings): void {
  const tell = (kind: string, platform = "") => say(`${kind}:${platform}`);

  class Agent extends AutoConsent {
    /** Called at the end of every round. */
    override detectHeuristics(): void {
      if (top === self) tell("looked");
    }
  }
  const agent = new Agent(async (message: ContentScriptMessage) => {
    if (message.type === "cmpDetected") tell("found", message.cmp);
    if (message.type === "popupFound") tell("open", message.cmp);
    if (message.type === "optOutResult") tell(message.result ? "rejected" : "failed", message.cmp);
  });
  agent.initialize(CONFIG, { autoconsent: [], compact: top === self ? pageRules : frameRules });
}
