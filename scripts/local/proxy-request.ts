// Sends a request of the service to a receiver of events. The name is resolved once, and its address is checked.
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { PrivateTarget } from "../../src/lib/private-targets.ts";
import type { InternalPorts } from "./internal-ports.ts";
import { resolveTarget, type SubstituteHost } from "./proxy-target.ts";

/** src/domain/webhooks/post-event.ts sends these. `body` is sent with POST. */
export type EventRequest = {
  url: string;
  headers: Record<string, string>;
  body: string;
  privateTargets: PrivateTarget[];
};

/** `refused`: the reason why the address must not be requested. `error`: a failure to connect. */
export type EventResponse = { status: number } | { refused: string } | { error: string };

const LIMIT_MS = 15_000;

/** Follows no redirect and ignores the response body. */
export async function sendEvent(
  { url, headers, body, privateTargets }: EventRequest,
  substitutes: readonly SubstituteHost[],
  internalPorts: InternalPorts,
): Promise<EventResponse> {
  const { protocol, hostname, port } = new URL(url);
  const host = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  const isSecure = protocol === "https:";
  const targetPort = Number(port) || (isSecure ? 443 : 80);
  try {
    const resolution = await resolveTarget(
      host,
      targetPort,
      privateTargets,
      substitutes,
      internalPorts,
    );
    if ("refused" in resolution) return resolution;
    const { host: _name, ...connection } = resolution.connection;
    return await new Promise((resolve, reject) => {
      const send = isSecure ? requestHttps : requestHttp;
      const settings = { ...connection, method: "POST", headers, agent: false };
      const onResponse = (response: IncomingMessage) => {
        resolve({ status: response.statusCode ?? 0 });
        response.destroy();
      };
      send(url, { ...settings, signal: AbortSignal.timeout(LIMIT_MS) }, onResponse)
        .on("error", reject)
        .end(body);
    });
  } catch (error) {
    return { error: String(error) };
  }
}
