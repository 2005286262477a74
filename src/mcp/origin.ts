// Restricts /mcp to pages of the same origin (Model Context Protocol 2025-11-25, "Transports", security).
import { ServiceError } from "../contract/errors.ts";
import { factory } from "../http/hono.ts";
import { isFixedHost } from "../lib/fixed-host.ts";

/** Throws ServiceError(forbidden) for pages of other origins. Clients other than browsers send no Origin header. */
export function ownOriginOnly() {
  return factory.createMiddleware(async function ownOriginOnly(c, next) {
    const origin = c.req.header("Origin");
    if (origin !== undefined && !isOwnOrigin(origin, new URL(c.req.url))) {
      throw new ServiceError("forbidden", {
        message:
          "Pages of other origins cannot use /mcp. Send the request from a server or a native client.",
        details: { origin: origin.slice(0, 255) },
      });
    }
    await next();
  });
}

/**
 * Returns whether the page has the origin of the service and DNS rebinding is impossible. Equal origins are not
 * sufficient over HTTP: an attacker's name can resolve to this server. HTTPS verifies the name, and localhost and IP
 * literals cannot be rebound.
 */
function isOwnOrigin(origin: string, { origin: ownOrigin, protocol, hostname }: URL): boolean {
  return origin === ownOrigin && (protocol === "https:" || isFixedHost(hostname));
}
