// The outbound guard of a whole browser: no request, of whatever page, frame, worker or popup, escapes its judgement.
import type { CDPSession } from "@cloudflare/puppeteer";
import { createAddressRules } from "../../lib/address-rules.ts";
import type { PrivateTarget } from "../../lib/private-targets.ts";
import { checkTarget } from "../../lib/public-address.ts";
import { applyDecision, RequestPolicies } from "./request-policies.ts";
import { guardSockets } from "../in-page/guard-sockets.ts";
import type { OutboundGuard } from "../request.ts";

/** The root session, above those of pages and workers. */
type Connection = NonNullable<ReturnType<CDPSession["connection"]>>;

/**
 * Asked on the browser's root session, Fetch pauses what page sessions never see: shared and service workers,
 * frames in processes of their own, popups, and what a page still sends while it closes.
 * Connections that cannot be paused (WebSocket, WebRTC, WebTransport) are guarded by a script in every realm.
 * With level "platform" only the sockets are guarded here; traffic.ts watches the page's own redirects.
 * A request that may be made is still judged by the capture whose frame makes it: resolves to where captures say so.
 */
export async function guardBrowser(
  connection: Connection,
  guard: OutboundGuard,
): Promise<RequestPolicies> {
  const policies = new RequestPolicies();
  const source = socketGuard(guard.privateTargets);
  connection.on("sessionattached", (session: CDPSession) => {
    // In the turn in which a target shows up: it waits for the debugger, and puppeteer lets it run right after.
    // Targets know different domains; what one does not know is no fault.
    session
      .send("Page.addScriptToEvaluateOnNewDocument", { source, runImmediately: true })
      .catch(ignore);
    session.send("Runtime.evaluate", { expression: source }).catch(ignore);
  });
  if (guard.level === "platform") return policies;

  connection.on("Fetch.requestPaused", (event) => {
    const fault = requestBlockReason(event.request.url, guard.privateTargets);
    const verdict = fault === undefined ? policies.decide(event) : "block";
    // The request, or the browser, is gone.
    applyDecision(connection, event.requestId, verdict).catch(ignore);
  });
  await connection.send("Fetch.enable", { patterns: [{ urlPattern: "*" }] });
  return policies;
}

/** Why a page may not make this request, or undefined when it may. */
export function requestBlockReason(
  address: string,
  allowed: readonly PrivateTarget[],
): string | undefined {
  const url = URL.parse(address);
  if (url === null) return "scheme";
  // Documents without a network address of their own; what they load is judged again.
  if (url.protocol === "data:" || url.protocol === "blob:" || url.protocol === "about:")
    return undefined;
  return checkTarget(url, allowed);
}

function socketGuard(allowed: readonly PrivateTarget[]): string {
  const rules = `(${createAddressRules.toString()})().checkTarget`;
  return `"use strict"; (${guardSockets.toString()})(${rules}, ${JSON.stringify(allowed)});`;
}

function ignore(): void {}
