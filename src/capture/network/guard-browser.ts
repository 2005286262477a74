// The outbound guard of a browser: checks the requests of every page, frame, worker and popup.
import type { CDPSession } from "@cloudflare/puppeteer";
import { createAddressRules } from "../../lib/address-rules.ts";
import type { PrivateTarget } from "../../lib/private-targets.ts";
import { checkTarget } from "../../lib/public-address.ts";
import { ignoreErrors } from "./ignore-errors.ts";
import { applyDecision, RequestPolicies } from "./request-policies.ts";
import { guardSockets } from "../in-page/guard-sockets.ts";
import { silenceReports } from "../in-page/silence-reports.ts";
import type { OutboundGuard } from "../request.ts";

/** The root session, the parent of the sessions of pages and workers. */
type Connection = NonNullable<ReturnType<CDPSession["connection"]>>;

/**
 * Installs the guard and returns the request policies, which decide on the requests that the guard allows.
 *
 * Fetch on the browser's root session also pauses requests that page sessions do not receive: those of shared and service
 * workers, frames in separate processes, popups and closing pages. A script in every realm guards connections that Fetch
 * cannot pause (WebSocket, WebRTC, WebTransport). With level "platform", only this script is installed here, and
 * interception.ts checks the redirects of the page.
 */
export async function guardBrowser(
  connection: Connection,
  guard: OutboundGuard,
): Promise<RequestPolicies> {
  const policies = new RequestPolicies();
  const source = `${socketGuard(guard.privateTargets)} (${silenceReports.toString()})();`;
  connection.on("sessionattached", (session: CDPSession) => {
    // Send these commands synchronously: the new target waits for the debugger until puppeteer resumes it.
    void ignoreErrors(
      session.send("Page.addScriptToEvaluateOnNewDocument", { source, runImmediately: true }),
    );
    void ignoreErrors(session.send("Runtime.evaluate", { expression: source }));
  });
  if (guard.level === "platform") return policies;

  connection.on("Fetch.requestPaused", (event) => {
    const reason = requestBlockReason(event.request.url, guard.privateTargets);
    const decision = reason === undefined ? policies.decide(event) : "block";
    void ignoreErrors(applyDecision(connection, event.requestId, decision));
  });
  await connection.send("Fetch.enable", { patterns: [{ urlPattern: "*" }] });
  return policies;
}

/** Returns the reason why a page must not send this request, or undefined when the request is allowed. */
export function requestBlockReason(
  address: string,
  allowed: readonly PrivateTarget[],
): string | undefined {
  const url = URL.parse(address);
  if (url === null) return "scheme";
  // These documents have no network address; the guard checks their requests separately.
  if (url.protocol === "data:" || url.protocol === "blob:" || url.protocol === "about:")
    return undefined;
  return checkTarget(url, allowed);
}

function socketGuard(allowed: readonly PrivateTarget[]): string {
  const rules = `(${createAddressRules.toString()})().checkTarget`;
  return `"use strict"; (${guardSockets.toString()})(${rules}, ${JSON.stringify(allowed)});`;
}
