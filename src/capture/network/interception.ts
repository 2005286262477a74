// Intercepts the requests of one capture: HTML input, headers, blocking and, with OUTBOUND_GUARD=platform, redirects.
import type { CDPSession } from "@cloudflare/puppeteer";
import type { Protocol } from "devtools-protocol";
import type { PrivateTarget } from "../../lib/private-targets.ts";
import type { OutboundGuard } from "../request.ts";
import { requestBlockReason } from "./guard-browser.ts";
import { ignoreErrors } from "./ignore-errors.ts";
import { redirectTarget, urlNotAllowed, withHeaders } from "./messages.ts";
import { applyDecision, type RequestPolicy, type SyntheticResponse } from "./request-policies.ts";
import type { TrafficPlan } from "./traffic-plan.ts";

const ALL_REQUESTS: Protocol.Fetch.RequestPattern[] = [{ urlPattern: "*" }];

/** Pauses every redirect of the page before the browser follows it. */
const DOCUMENT_RESPONSES: Protocol.Fetch.RequestPattern[] = [
  { urlPattern: "*", resourceType: "Document", requestStage: "Response" },
];

/** The network 172.16.0.0/12, one prefix for each second number. */
const CLASS_B_PREFIXES = Array.from({ length: 16 }, (_, index) => `172.${16 + index}.`);

/** Private hosts as Chromium writes them in URLs. */
const PRIVATE_HOST_PREFIXES = [
  ...["0.", "10.", "127.", "169.254.", "192.168.", ...CLASS_B_PREFIXES],
  ...["[::1]", "[::ffff:", "[fc", "[fd", "[fe8", "[fe9", "[fea", "[feb"],
  "localhost",
];

export class Interceptor {
  readonly #mainFrameId: string;
  readonly #guard: OutboundGuard;
  readonly #isPlatformGuard: boolean;
  #plan: TrafficPlan | undefined;
  /** "documents" is the initial scope of OUTBOUND_GUARD=platform. guard-browser.ts implements "strict". */
  #scope: "all" | "documents" | "none";

  constructor(mainFrameId: string, guard: OutboundGuard) {
    this.#mainFrameId = mainFrameId;
    this.#guard = guard;
    this.#isPlatformGuard = guard.level === "platform";
    this.#scope = this.#isPlatformGuard ? "documents" : "none";
  }

  /** Applies the plan. Resolves when the browser pauses every request that the plan can change. */
  async begin(page: CDPSession, plan: TrafficPlan): Promise<void> {
    this.#plan = plan;
    // With the strict guard, guard-browser.ts applies the policy.
    const policy = this.#isPlatformGuard ? plan.policy : undefined;
    if ((plan.html ?? plan.headers ?? plan.httpAuth ?? policy) === undefined) return;
    this.#scope = "all";
    await this.enable(page);
  }

  async enable(session: CDPSession): Promise<void> {
    if (this.#scope === "none") return;
    const patterns = this.#scope === "all" ? ALL_REQUESTS : DOCUMENT_RESPONSES;
    await ignoreErrors(session.send("Fetch.enable", { patterns, handleAuthRequests: true }));
  }

  /** With OUTBOUND_GUARD=platform, blocks requests to private addresses in URLs. */
  async blockPrivateUrls(session: CDPSession): Promise<void> {
    if (!this.#isPlatformGuard) return;
    const urls = privateUrlPatterns(this.#guard.privateTargets);
    await ignoreErrors(session.send("Network.setBlockedURLs", { urls }));
  }

  /** Applies the plan's policy to all requests except those of the page itself. */
  readonly decide: RequestPolicy = (event) =>
    this.#isPage(event) ? "continue" : (this.#plan?.policy?.(event) ?? "continue");

  handle(session: CDPSession, event: Protocol.Fetch.RequestPausedEvent): void {
    if (event.responseStatusCode === undefined) this.#handleRequest(session, event);
    else this.#handleResponse(session, event);
  }

  #handleRequest(session: CDPSession, event: Protocol.Fetch.RequestPausedEvent): void {
    const { requestId, request } = event;
    const isBlocked = requestBlockReason(request.url, this.#guard.privateTargets) !== undefined;
    const decision = isBlocked
      ? "block"
      : (this.#htmlInput(event) ?? (this.#isPlatformGuard ? this.decide(event) : "continue"));
    const answered =
      decision === "continue"
        ? session.send("Fetch.continueRequest", { requestId, ...this.#extraHeaders(request) })
        : applyDecision(session, requestId, decision);
    void ignoreErrors(answered);
  }

  /** Checks redirects with OUTBOUND_GUARD=platform. Disables interception when the page's own response arrives. */
  #handleResponse(session: CDPSession, event: Protocol.Fetch.RequestPausedEvent): void {
    const { requestId } = event;
    const location = redirectTarget(event);
    const reason =
      location === undefined ? undefined : requestBlockReason(location, this.#guard.privateTargets);
    if (location !== undefined && reason !== undefined) {
      if (this.#isPage(event)) this.#plan?.onFatal(urlNotAllowed(location, reason));
      void ignoreErrors(applyDecision(session, requestId, "block"));
      return;
    }
    void ignoreErrors(applyDecision(session, requestId, "continue"));
    if (location !== undefined || !this.#isPage(event)) return;
    this.#scope = "none";
    void ignoreErrors(session.send("Fetch.disable"));
  }

  #htmlInput(event: Protocol.Fetch.RequestPausedEvent): SyntheticResponse | undefined {
    const { html, target } = this.#plan ?? {};
    if (html === undefined || event.request.url !== target?.href || !this.#isPage(event))
      return undefined;
    return { contentType: "text/html", body: html };
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

/**
 * Returns Network.setBlockedURLs patterns for private addresses. Chromium searches a pattern anywhere in the URL, so a
 * range that contains an allowed host has no pattern.
 */
export function privateUrlPatterns(allowed: readonly PrivateTarget[]): string[] {
  return PRIVATE_HOST_PREFIXES.filter(
    (prefix) => !allowed.some(({ host }) => host.startsWith(prefix)),
  ).map((prefix) => `://${prefix}`);
}
