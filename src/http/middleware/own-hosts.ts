// Restricts plain HTTP to local hosts. This prevents DNS rebinding attacks on a local service.
import { ServiceError } from "../../contract/errors.ts";
import { isFixedHost } from "../../lib/fixed-host.ts";
import { factory } from "../hono.ts";

/** One year, in seconds. */
const HSTS = "max-age=31536000";

/**
 * Over HTTP, only localhost, IP literals and HOST are served. Other hosts are redirected to HTTPS; a local service, which
 * has no HTTPS, throws ServiceError(misdirected_request). Responses over HTTPS forbid plain HTTP to browsers.
 */
export function ownHosts() {
  return factory.createMiddleware(async function ownHosts(c, next) {
    const url = new URL(c.req.url);
    if (url.protocol === "https:") {
      c.header("Strict-Transport-Security", HSTS);
      return next();
    }
    const { localHost } = c.var.ctx.config;
    if (isFixedHost(url.hostname) || url.hostname === localHost) return next();
    if (localHost !== "") throw new ServiceError("misdirected_request");
    url.protocol = "https:";
    return c.redirect(url.href, 308);
  });
}
