// The requests of one capture, in all frames and workers of its page.
import type { CDPSession } from "@cloudflare/puppeteer";
import type { Protocol } from "devtools-protocol";
import { classifyError } from "../classify-error.ts";
import { Authenticator } from "./authentication.ts";
import { ignoreErrors } from "./ignore-errors.ts";
import { Interceptor } from "./interception.ts";
import type { LocalProxy } from "./local-proxy.ts";
import { requestBlockReason, responseBlockReason, urlNotAllowed } from "./messages.ts";
import { RequestTracker } from "./request-tracker.ts";
import type { TrafficPlan } from "./traffic-plan.ts";

/**
 * Errors of navigations that do not fail the capture: the navigation was a download, was replaced by another one, or was
 * blocked by the Interceptor, which reports the reason.
 */
const HARMLESS_FAILURES = ["net::ERR_ABORTED", "net::ERR_BLOCKED_BY_CLIENT"];

/** Chromium's error for every connection that the local proxy does not make. */
const PROXY_FAILURE = "ERR_SOCKS_CONNECTION_FAILED";

export class Traffic {
  readonly #page: CDPSession;
  readonly #mainFrameId: string;
  readonly #proxy: LocalProxy | undefined;
  readonly #tracker: RequestTracker;
  readonly #interceptor: Interceptor;
  readonly #authenticator = new Authenticator();
  #plan: TrafficPlan | undefined;
  /** The latest address of the page's own document. */
  #pageAddress = "";

  private constructor(page: CDPSession, mainFrameId: string, proxy: LocalProxy | undefined) {
    this.#page = page;
    this.#mainFrameId = mainFrameId;
    this.#proxy = proxy;
    this.#tracker = new RequestTracker(mainFrameId);
    this.#interceptor = new Interceptor(mainFrameId);
  }

  /** Observes a blank tab and all frames and workers that attach to it later. `proxy`: the proxy of the browser, if any. */
  static async watch(
    page: CDPSession,
    mainFrameId: string,
    proxy: LocalProxy | undefined,
  ): Promise<Traffic> {
    const traffic = new Traffic(page, mainFrameId, proxy);
    await traffic.#watch(page);
    return traffic;
  }

  /** Applies the plan. Resolves when the browser pauses every request that the plan can change. */
  async begin(plan: TrafficPlan): Promise<void> {
    this.#plan = plan;
    plan.prepareSession?.(this.#page);
    this.#authenticator.begin(plan);
    await this.#interceptor.begin(this.#page, plan);
  }

  /** Aborts all later navigations of the page. */
  async stopNavigation(): Promise<void> {
    await this.#interceptor.stopNavigation(this.#page);
  }

  /** The shortened addresses of unfinished requests, oldest first, or of the latest request when all have finished. */
  get pending(): string[] {
    return this.#tracker.pending;
  }

  /** Unfinished requests by id. */
  get unfinished(): RequestTracker["unfinished"] {
    return this.#tracker.unfinished;
  }

  /** The time at which a request for content last finished, in milliseconds since 1970. */
  get contentLoadedAt(): number {
    return this.#tracker.contentLoadedAt;
  }

  async #watch(session: CDPSession): Promise<void> {
    session.on("sessionattached", (child: CDPSession) => {
      this.#plan?.prepareSession?.(child);
      void this.#watch(child);
    });
    this.#intercept(session);
    this.#track(session);
    await Promise.all([
      // puppeteer enables this domain for the page, but not for workers.
      session === this.#page ? undefined : ignoreErrors(session.send("Network.enable")),
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
    session.on("Network.requestWillBeSent", (event) => {
      this.#tracker.start(event);
      this.#checkNavigation(event);
    });
    session.on("Network.responseReceived", (event) => this.#checkResponse(event));
    session.on("Network.dataReceived", ({ requestId }) => this.#tracker.receiveData(requestId));
    session.on("Network.loadingFinished", ({ requestId }) => this.#tracker.finish(requestId));
    session.on("Network.loadingFailed", (event) => void this.#checkFailure(event));
  }

  /** Fails the capture when the page navigates to a forbidden address. */
  #checkNavigation({ request, type, frameId }: Protocol.Network.RequestWillBeSentEvent): void {
    if (type !== "Document" || frameId !== this.#mainFrameId) return;
    this.#pageAddress = request.url;
    const reason = requestBlockReason(request.url, this.#plan?.privateTargets ?? []);
    if (reason !== undefined) this.#plan?.onFatal(urlNotAllowed(request.url, reason));
  }

  #checkResponse({ response, type }: Protocol.Network.ResponseReceivedEvent): void {
    if (type === "WebSocket") return;
    const reason = responseBlockReason(response, this.#plan?.privateTargets ?? []);
    if (reason !== undefined) this.#plan?.onFatal(urlNotAllowed(response.url, reason));
  }

  /** Fails the capture when the page's own navigation cannot connect. */
  async #checkFailure({ requestId, errorText }: Protocol.Network.LoadingFailedEvent) {
    const isPage = this.#tracker.fail(requestId);
    if (!isPage || HARMLESS_FAILURES.includes(errorText)) return;
    this.#plan?.onFatal(classifyError(await this.explain(new Error(errorText))));
  }

  /** Returns the error of a navigation. Replaces the browser's error by the cause when its proxy could not connect. */
  async explain(error: unknown): Promise<unknown> {
    const address = URL.parse(this.#pageAddress);
    if (address === null || !String(error).includes(PROXY_FAILURE)) return error;
    // Without an answer of the proxy, the browser's error remains.
    const failure = await this.#proxy?.failureOf(address).catch(() => undefined);
    if (failure === undefined) return error;
    return "refused" in failure
      ? urlNotAllowed(address.href, failure.refused)
      : new Error(`net::${failure.error}`, { cause: error });
  }
}
