// The requests of one capture, in all frames and workers of its page. guard-browser.ts checks each request first.
import type { CDPSession } from "@cloudflare/puppeteer";
import type { Protocol } from "devtools-protocol";
import { classifyError } from "../classify-error.ts";
import type { OutboundGuard } from "../request.ts";
import { Authenticator } from "./authentication.ts";
import { requestBlockReason } from "./guard-browser.ts";
import { ignoreErrors } from "./ignore-errors.ts";
import { Interceptor } from "./interception.ts";
import { responseBlockReason, urlNotAllowed } from "./messages.ts";
import type { RequestPolicies } from "./request-policies.ts";
import { RequestTracker } from "./request-tracker.ts";
import type { TrafficPlan } from "./traffic-plan.ts";

export class Traffic {
  readonly #page: CDPSession;
  readonly #mainFrameId: string;
  readonly #guard: OutboundGuard;
  readonly #policies: RequestPolicies;
  readonly #tracker: RequestTracker;
  readonly #interceptor: Interceptor;
  readonly #authenticator = new Authenticator();
  #plan: TrafficPlan | undefined;

  private constructor(
    page: CDPSession,
    mainFrameId: string,
    guard: OutboundGuard,
    policies: RequestPolicies,
  ) {
    this.#page = page;
    this.#mainFrameId = mainFrameId;
    this.#guard = guard;
    this.#policies = policies;
    this.#tracker = new RequestTracker(mainFrameId);
    this.#interceptor = new Interceptor(mainFrameId, guard);
  }

  /** Observes a blank tab and all frames and workers that attach to it later. */
  static async watch(
    page: CDPSession,
    mainFrameId: string,
    guard: OutboundGuard,
    policies: RequestPolicies,
  ): Promise<Traffic> {
    const traffic = new Traffic(page, mainFrameId, guard, policies);
    await traffic.#watch(page);
    return traffic;
  }

  /** Applies the plan. Resolves when the browser pauses every request that the plan can change. */
  async begin(plan: TrafficPlan): Promise<void> {
    this.#plan = plan;
    plan.prepareSession?.(this.#page);
    if (plan.policy !== undefined)
      this.#policies.assign(this.#mainFrameId, this.#interceptor.decide);
    this.#authenticator.begin(plan);
    await this.#interceptor.begin(this.#page, plan);
  }

  end(): void {
    this.#policies.release(this.#mainFrameId);
  }

  /** The addresses of unfinished requests, oldest first, or of the latest request when all have finished. */
  get pending(): string[] {
    return this.#tracker.pending;
  }

  /** Unfinished requests by id. */
  get unfinished(): RequestTracker["unfinished"] {
    return this.#tracker.unfinished;
  }

  async #watch(session: CDPSession): Promise<void> {
    session.on("sessionattached", (child: CDPSession) => {
      this.#plan?.prepareSession?.(child);
      void this.#watch(child);
    });
    session.on("Page.frameAttached", ({ frameId, parentFrameId }) =>
      this.#policies.inherit(frameId, parentFrameId),
    );
    this.#intercept(session);
    this.#track(session);
    await Promise.all([
      // puppeteer enables this domain for the page, but not for workers.
      session === this.#page ? undefined : ignoreErrors(session.send("Network.enable")),
      this.#interceptor.blockPrivateUrls(session),
      this.#interceptor.enable(session),
    ]);
  }

  #intercept(session: CDPSession): void {
    session.on("Fetch.requestPaused", (event) => this.#interceptor.handle(session, event));
    // puppeteer's listener would answer every challenge with "Default" first.
    session.removeAllListeners("Fetch.authRequired");
    session.on("Fetch.authRequired", (event) => this.#authenticator.answer(session, event));
  }

  #track(session: CDPSession): void {
    session.on("Network.requestWillBeSent", (event) => this.#tracker.start(event));
    session.on("Network.responseReceived", (event) => this.#checkResponse(event));
    session.on("Network.dataReceived", ({ requestId }) => this.#tracker.receiveData(requestId));
    session.on("Network.loadingFinished", ({ requestId }) => this.#tracker.finish(requestId));
    session.on("Network.loadingFailed", (event) => this.#checkFailure(event));
  }

  #checkResponse({ response, type }: Protocol.Network.ResponseReceivedEvent): void {
    if (type === "WebSocket") return;
    const reason = responseBlockReason(response, this.#guard.privateTargets);
    if (reason !== undefined) this.#plan?.onFatal(urlNotAllowed(response.url, reason));
  }

  /** Fails the capture when the page's own navigation is blocked or cannot connect. */
  #checkFailure({ requestId, errorText }: Protocol.Network.LoadingFailedEvent): void {
    const address = this.#tracker.fail(requestId);
    // Chromium aborts downloads and replaced navigations: the current page stays.
    if (address === undefined || errorText === "net::ERR_ABORTED") return;
    if (errorText !== "net::ERR_BLOCKED_BY_CLIENT") {
      this.#plan?.onFatal(classifyError(new Error(errorText)));
      return;
    }
    const reason = requestBlockReason(address, this.#guard.privateTargets);
    if (reason !== undefined) this.#plan?.onFatal(urlNotAllowed(address, reason));
  }
}
