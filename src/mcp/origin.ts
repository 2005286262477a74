// Which pages of a browser may speak to /mcp (Model Context Protocol, 2025-11-25, "Transports", security).
import { ServiceError } from "../contract/errors.ts";
import { factory } from "../http/hono.ts";

/** 403 to requests that the page of another origin makes; what is no page sends no Origin. */
export function ownOriginOnly() {
  return factory.createMiddleware(async function ownOriginOnly(c, next) {
    const origin = c.req.header("Origin");
    if (origin !== undefined && !isOwn(origin, new URL(c.req.url))) {
      throw new ServiceError("forbidden", {
        message: "Pages of other origins may not use /mcp.",
        details: { origin: origin.slice(0, 255) },
      });
    }
    await next();
  });
}

/**
 * The service's own name in the Origin proves nothing by itself: a stranger's name may have been made to lead here (DNS
 * rebinding). By TLS the name is certified; a loopback name and an address cannot be made to lead elsewhere.
 */
function isOwn(origin: string, { origin: own, protocol, hostname }: URL): boolean {
  const isFixed =
    hostname === "localhost" || hostname.startsWith("[") || /^\d+(\.\d+){3}$/.test(hostname);
  return origin === own && (protocol === "https:" || isFixed);
}
