// Counts each request in the window of its API key, or without a valid key in that of the client network (SPEC.md "Limits").
import { ServiceError } from "../../contract/errors.ts";
import { ANONYMOUS_REQUESTS_PER_MINUTE } from "../../contract/plans.ts";
import { type KeyHolder, rateWindowOf } from "../../domain/api-keys/authenticate.ts";
import { networkOf } from "../../lib/network.ts";
import { factory } from "../hono.ts";

/** Throws ServiceError(rate_limit_exceeded). Every response gets the rate limit headers. */
export function rateLimit() {
  return factory.createMiddleware(async function rateLimit(c, next) {
    const { window, limit } = windowOf(c.var.identity, c.req.header("CF-Connecting-IP"));
    const { allowed, remaining, resetAtSeconds, retryAfterSeconds } = await c.var.ctx.limiter.take(
      window,
      limit,
    );
    c.header("X-RateLimit-Limit", String(limit));
    c.header("X-RateLimit-Remaining", String(remaining));
    c.header("X-RateLimit-Reset", String(resetAtSeconds));
    if (!allowed) throw new ServiceError("rate_limit_exceeded", { retryAfterSeconds });
    await next();
  });
}

function windowOf(identity: KeyHolder | string, address = "local") {
  if (typeof identity === "string")
    return { window: `ip:${networkOf(address)}`, limit: ANONYMOUS_REQUESTS_PER_MINUTE };
  return { window: rateWindowOf(identity.keyId), limit: identity.limits.requestsPerMinute };
}
