// Intercepts the requests of one capture: redirects of the page, HTML input, headers, credentials and blocking.
import type { CDPSession } from "@cloudflare/puppeteer";
import type { Protocol } from "devtools-protocol";
import { ignoreErrors } from "./ignore-errors.ts";
import { redirectTarget, requestBlockReason, urlNotAllowed, withHeaders } from "./messages.ts";
import { applyDecision, type RequestDecision } from "./request-decision.ts";
import type { TrafficPlan } from "./traffic-plan.ts";

/** Pauses every redirect of a document before the browser follows it. */
const DOCUMENT_RESPONSES: Protocol.Fetch.RequestPattern = {
  urlPattern: "*",
  resourceType: "Document",
  requestStage: "Response",
};

/** Pauses every navigation of the page and of its frames before the browser sends its request. */
const DOCUMENT_REQUESTS: Protocol.Fetch.RequestPattern = {
  urlPattern: "*",
  resourceType: "Document",
  requestStage: "Request",
};

export class Interceptor {
  readonly #mainFrameId: string;
  #plan: TrafficPlan | undefined;
  /** Whether the response of the page has arrived, after all redirects. */
  #hasArrived = false;
  /** Whether the page must keep its current document. */
  #isFrozen = false;

  constructor(mainFrameId: string) {
    this.#mainFrameId = mainFrameId;
  }

  /** Applies the plan. Resolves when the browser pauses every request that the plan can change. */
  async begin(page: CDPSession, plan: TrafficPlan): Promise<void> {
    this.#plan = plan;
    if (this.#requestPatterns().length > 0) await this.enable(page);
  }

  /** Aborts all later navigations of the page, so that its current document stays. */
  async stopNavigation(page: CDPSession): Promise<void> {
    this.#isFrozen = true;
    await this.enable(page);
  }

  async enable(session: CDPSession): Promise<void> {
    const patterns = this.#requestPatterns();
    if (!this.#hasArrived) patterns.push(DOCUMENT_RESPONSES);
    if (patterns.length === 0) return;
    await ignoreErrors(session.send("Fetch.enable", { patterns, handleAuthRequests: true }));
  }

  handle(session: CDPSession, event: Protocol.Fetch.RequestPausedEvent): void {
    const answered =
      event.responseStatusCode === undefined && event.responseErrorReason === undefined
        ? this.#answerRequest(session, event)
        : this.#answerResponse(session, event);
    void ignoreErrors(answered);
  }

  /**
   * Returns the patterns of the requests that the plan can change. Each paused request costs a round trip, so other
   * requests are not paused.
   */
  #requestPatterns(): Protocol.Fetch.RequestPattern[] {
    const { html, headers, httpAuth, policy, target } = this.#plan ?? {};
    if (policy !== undefined) return [{ urlPattern: "*" }];
    const patterns = this.#isFrozen ? [DOCUMENT_REQUESTS] : [];
    if ((html ?? headers ?? httpAuth) !== undefined)
      patterns.push({ urlPattern: `${target?.origin}/*` });
    return patterns;
  }

  async #answerRequest(
    session: CDPSession,
    event: Protocol.Fetch.RequestPausedEvent,
  ): Promise<unknown> {
    const { requestId, request } = event;
    // Other error reasons would replace the document with an error page.
    if (this.#isFrozen && this.#isPage(event))
      return session.send("Fetch.failRequest", { requestId, errorReason: "Aborted" });
    const decision = this.#decide(event);
    if (decision !== "continue") return applyDecision(session, requestId, decision);
    return session.send("Fetch.continueRequest", { requestId, ...this.#extraHeaders(request) });
  }

  /** Answers the request of HTML input, and applies the plan's policy to all requests except those of the page. */
  #decide(event: Protocol.Fetch.RequestPausedEvent): RequestDecision {
    if (!this.#isPage(event)) return this.#plan?.policy?.(event) ?? "continue";
    const { html, target } = this.#plan ?? {};
    if (html === undefined || event.request.url !== target?.href) return "continue";
    return { contentType: "text/html", body: html };
  }

  /** Blocks forbidden redirects. After the response of the page, stops pausing responses. */
  async #answerResponse(
    session: CDPSession,
    event: Protocol.Fetch.RequestPausedEvent,
  ): Promise<unknown> {
    const location = redirectTarget(event);
    if (location === undefined) {
      if (this.#isPage(event) && !this.#hasArrived)
        return this.#stopPausingResponses(session, event);
      return applyDecision(session, event.requestId, "continue");
    }
    const reason = requestBlockReason(location, this.#plan?.privateTargets ?? []);
    if (reason === undefined) return applyDecision(session, event.requestId, "continue");
    if (this.#isPage(event)) this.#plan?.onFatal(urlNotAllowed(location, reason));
    return applyDecision(session, event.requestId, "block");
  }

  /** Continues the response of the page. */
  async #stopPausingResponses(
    session: CDPSession,
    { requestId }: Protocol.Fetch.RequestPausedEvent,
  ): Promise<unknown> {
    this.#hasArrived = true;
    // Chromium continues everything that is paused when the domain is disabled.
    if (this.#requestPatterns().length === 0) return session.send("Fetch.disable");
    void this.enable(session);
    return applyDecision(session, requestId, "continue");
  }

  #extraHeaders(request: Protocol.Network.Request): { headers?: Protocol.Fetch.HeaderEntry[] } {
    const { headers, target } = this.#plan ?? {};
    if (headers === undefined || URL.parse(request.url)?.origin !== target?.origin) return {};
    return { headers: withHeaders(request, headers) };
  }

  #isPage(event: Protocol.Fetch.RequestPausedEvent): boolean {
    return event.resourceType === "Document" && event.frameId === this.#mainFrameId;
  }
}
