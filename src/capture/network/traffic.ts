// The requests of one capture: what it wants done to them, and what they tell. guard-browser.ts has judged them already.
import type { CDPSession } from "@cloudflare/puppeteer";
import type { Protocol } from "devtools-protocol";
import { classifyError } from "../classify-error.ts";
import {
  applyDecision,
  type RequestPolicies,
  type RequestPolicy,
  type SyntheticResponse,
} from "./request-policies.ts";
import { requestBlockReason } from "./guard-browser.ts";
import { urlNotAllowed, redirectTarget, responseBlockReason, withHeaders } from "./messages.ts";
import { privatePatterns } from "./private-patterns.ts";
import type { OutboundGuard } from "../request.ts";

const EVERY_REQUEST: Protocol.Fetch.RequestPattern[] = [{ urlPattern: "*" }];

/** Enough to see every redirect of the page itself before it is followed. */
const DOCUMENT_ANSWERS: Protocol.Fetch.RequestPattern[] = [
  { urlPattern: "*", resourceType: "Document", requestStage: "Response" },
];

/** How many unfinished requests an error names. */
const MAX_PENDING_NAMED = 5;

/** What one capture wants done to its requests. */
export type TrafficPlan = {
  target: URL;
  /** Answers the target itself with this document. */
  html?: string;
  /** Added to requests of the target's origin. */
  headers?: Record<string, string>;
  /** Offered to the target's origin when it asks. */
  httpAuth?: { username: string; password: string };
  /** Says what becomes of a request that may be made, the page's own excepted. */
  policy?: RequestPolicy;
  /** Prepares the page's session, and each that is attached to it later, as soon as it is there. */
  prepareSession?: (session: CDPSession) => void;
  /** Called once for each fault that ends the capture. */
  onFatal: (cause: Error) => void;
};

export class Traffic {
  readonly #page: CDPSession;
  readonly #mainFrameId: string;
  readonly #guard: OutboundGuard;
  readonly #privatePatterns: string[];
  readonly #policies: RequestPolicies;
  readonly #pending = new Map<string, string>();
  /** For the page itself and what it leads on to, until the first byte of a body has come. */
  readonly #pageRequests = new Set<string>();
  readonly #challenged = new Set<string>();
  #latest = "";
  #plan: TrafficPlan | undefined;
  /** "documents" is how OUTBOUND_GUARD=platform begins; "strict" is guarded in guard-browser.ts. */
  #intercepting: "everything" | "documents" | "nothing";

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
    this.#intercepting = guard.level === "platform" ? "documents" : "nothing";
    this.#privatePatterns = privatePatterns(guard.privateTargets);
  }

  /** Watches a blank tab and all frames and workers that will ever be attached to it. */
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

  /** Sets what this capture wants. Resolves when the browser will ask about every request that matters. */
  async begin(plan: TrafficPlan): Promise<void> {
    this.#plan = plan;
    plan.prepareSession?.(this.#page);
    if (plan.policy !== undefined) this.#policies.assign(this.#mainFrameId, this.#decide);
    const policy = this.#decidesHere ? plan.policy : undefined;
    const asks = plan.html ?? plan.headers ?? plan.httpAuth ?? policy;
    if (asks === undefined) return;
    this.#intercepting = "everything";
    await this.#intercept(this.#page);
  }

  /** The capture is over. */
  end(): void {
    this.#policies.release(this.#mainFrameId);
  }

  /** Addresses of requests that are not finished, the oldest first; where all are, the one that came last. */
  get pending(): string[] {
    const unfinished = [...this.#pending.values()].slice(0, MAX_PENDING_NAMED);
    return unfinished.length > 0 ? unfinished : [this.#latest];
  }

  async #watch(session: CDPSession): Promise<void> {
    session.on("sessionattached", (child: CDPSession) => {
      this.#plan?.prepareSession?.(child);
      void this.#watch(child);
    });
    session.on("Fetch.requestPaused", (event) => this.#answer(session, event));
    // puppeteer's own listener answers every challenge with "Default" before ours is asked.
    session.removeAllListeners("Fetch.authRequired");
    session.on("Fetch.authRequired", (event) => this.#authenticate(session, event));
    session.on("Network.requestWillBeSent", ({ requestId, request, type, frameId }) => {
      this.#pending.set(requestId, request.url);
      if (type === "Document" && frameId === this.#mainFrameId) this.#pageRequests.add(requestId);
      this.#latest = request.url;
    });
    session.on("Network.responseReceived", (event) => this.#checkAnswer(event));
    session.on("Network.dataReceived", ({ requestId }) => this.#pageRequests.delete(requestId));
    session.on("Network.loadingFinished", (event) => this.#pending.delete(event.requestId));
    session.on("Network.loadingFailed", (event) => this.#endFailed(event));
    session.on("Page.frameAttached", ({ frameId, parentFrameId }) =>
      this.#policies.inherit(frameId, parentFrameId),
    );
    const blocked =
      this.#guard.level === "platform"
        ? [ignoreErrors(session.send("Network.setBlockedURLs", { urls: this.#privatePatterns }))]
        : [];
    await Promise.all([
      // puppeteer has enabled it for the page; workers have it from nobody else.
      session === this.#page ? undefined : ignoreErrors(session.send("Network.enable")),
      ...blocked,
      this.#intercept(session),
    ]);
  }

  async #intercept(session: CDPSession): Promise<void> {
    if (this.#intercepting === "nothing") return;
    const patterns = this.#intercepting === "everything" ? EVERY_REQUEST : DOCUMENT_ANSWERS;
    await ignoreErrors(session.send("Fetch.enable", { patterns, handleAuthRequests: true }));
  }

  /** A page that was refused its own next address, or whose next one never came, has nothing to show: the capture ends. */
  #endFailed({ requestId, errorText }: Protocol.Network.LoadingFailedEvent): void {
    const address = this.#pending.get(requestId);
    this.#pending.delete(requestId);
    if (address === undefined || !this.#pageRequests.has(requestId)) return;
    if (errorText === "net::ERR_BLOCKED_BY_CLIENT") {
      const fault = requestBlockReason(address, this.#guard.privateTargets);
      if (fault !== undefined) this.#plan?.onFatal(urlNotAllowed(address, fault));
    } else if (errorText !== "net::ERR_ABORTED") {
      // Aborted are downloads and what goes elsewhere meanwhile: the page stays.
      this.#plan?.onFatal(classifyError(new Error(errorText)));
    }
  }

  #answer(session: CDPSession, event: Protocol.Fetch.RequestPausedEvent): void {
    const { requestId } = event;
    if (event.responseStatusCode !== undefined) {
      this.#answerResponse(session, event);
      return;
    }
    const { url } = event.request;
    const verdict =
      requestBlockReason(url, this.#guard.privateTargets) !== undefined
        ? "block"
        : (this.#ownDocument(event) ?? (this.#decidesHere ? this.#decide(event) : "continue"));
    if (verdict !== "continue") {
      void ignoreErrors(applyDecision(session, requestId, verdict));
      return;
    }
    void ignoreErrors(
      session.send("Fetch.continueRequest", { requestId, ...this.#extraHeaders(event.request) }),
    );
  }

  /** Where guard-browser.ts sees every request, it asks the policy. */
  get #decidesHere(): boolean {
    return this.#guard.level === "platform";
  }

  readonly #decide: RequestPolicy = (event) =>
    this.#isPage(event) ? "continue" : (this.#plan?.policy?.(event) ?? "continue");

  #ownDocument(event: Protocol.Fetch.RequestPausedEvent): SyntheticResponse | undefined {
    const { html, target } = this.#plan ?? {};
    if (html === undefined || event.request.url !== target?.href || !this.#isPage(event))
      return undefined;
    return { contentType: "text/html", body: html };
  }

  /** OUTBOUND_GUARD=platform: redirects are judged here; once the page itself has come, nothing more is asked. */
  #answerResponse(session: CDPSession, event: Protocol.Fetch.RequestPausedEvent): void {
    const { requestId } = event;
    const location = redirectTarget(event);
    const fault =
      location === undefined ? undefined : requestBlockReason(location, this.#guard.privateTargets);
    if (location !== undefined && fault !== undefined) {
      if (this.#isPage(event)) this.#plan?.onFatal(urlNotAllowed(location, fault));
      void ignoreErrors(applyDecision(session, requestId, "block"));
      return;
    }
    void ignoreErrors(applyDecision(session, requestId, "continue"));
    if (location !== undefined || !this.#isPage(event)) return;
    this.#intercepting = "nothing";
    void ignoreErrors(session.send("Fetch.disable"));
  }

  #authenticate(session: CDPSession, event: Protocol.Fetch.AuthRequiredEvent): void {
    const { requestId, authChallenge } = event;
    const plan = this.#plan;
    const wanted = plan?.httpAuth !== undefined && authChallenge.origin === plan.target.origin;
    // A second challenge for the same request means that the password was wrong: show what the host answers then.
    const response =
      wanted && !this.#challenged.has(requestId) ? "ProvideCredentials" : "CancelAuth";
    this.#challenged.add(requestId);
    void ignoreErrors(
      session.send("Fetch.continueWithAuth", {
        requestId,
        authChallengeResponse:
          response === "CancelAuth" ? { response } : { response, ...plan?.httpAuth },
      }),
    );
  }

  #checkAnswer({ response, type }: Protocol.Network.ResponseReceivedEvent): void {
    if (type === "WebSocket") return;
    const fault = responseBlockReason(response, this.#guard.privateTargets);
    if (fault !== undefined) this.#plan?.onFatal(urlNotAllowed(response.url, fault));
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

/** A target that has gone, or does not know the command, cannot do what is refused here either. */
async function ignoreErrors(command: Promise<unknown>): Promise<void> {
  await command.catch(() => undefined);
}
