// Answers HTTP authentication challenges with the capture's credentials.
import type { CDPSession } from "@cloudflare/puppeteer";
import type { Protocol } from "devtools-protocol";
import { ignoreErrors } from "./ignore-errors.ts";
import type { TrafficPlan } from "./traffic-plan.ts";

export class Authenticator {
  readonly #challenged = new Set<string>();
  #plan: TrafficPlan | undefined;

  begin(plan: TrafficPlan): void {
    this.#plan = plan;
  }

  /**
   * Answers the first challenge of each request to the target's origin with the credentials. Cancels every other challenge.
   */
  answer(session: CDPSession, event: Protocol.Fetch.AuthRequiredEvent): void {
    const { requestId, authChallenge } = event;
    const { httpAuth, target } = this.#plan ?? {};
    // A second challenge for the same request means that the password is wrong: show the host's error page.
    const isRepeated = this.#challenged.has(requestId);
    this.#challenged.add(requestId);
    const isAllowed =
      httpAuth !== undefined && authChallenge.origin === target?.origin && !isRepeated;
    void ignoreErrors(
      session.send("Fetch.continueWithAuth", {
        requestId,
        authChallengeResponse: isAllowed
          ? { response: "ProvideCredentials", ...httpAuth }
          : { response: "CancelAuth" },
      }),
    );
  }
}
