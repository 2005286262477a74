// Endpoints of the operator: GET /ready checks every part of the service, GET /metrics reports its load (docs/operations.md).
import { ServiceError } from "../../contract/errors.ts";
import type { Readiness } from "../../contract/readiness.ts";
import type { Context } from "../../domain/context.ts";
import { checkReady } from "../../domain/ops/check-ready.ts";
import { getMetrics } from "../../domain/ops/get-metrics.ts";
import { isSameSecret } from "../../lib/same-secret.ts";
import { factory } from "../hono.ts";
import { allowMethods } from "../middleware/allow-methods.ts";

/** The endpoint is public, so limit how often it checks every part of the service. */
const READY_CACHED_MS = 5_000;

export function opsRoutes() {
  const readiness = cachedReadiness();
  return factory
    .createApp()
    .all("/ready", allowMethods("GET", "HEAD"))
    .get("/ready", async (c) => {
      const result = await readiness(c.var.ctx);
      return c.json(result, result.status === "ready" ? 200 : 503);
    })
    .all("/metrics", allowMethods("GET", "HEAD"))
    .get("/metrics", async (c) => {
      const { metricsToken } = c.var.ctx.config;
      // Without the token, the response does not reveal that the endpoint exists.
      if (
        metricsToken === undefined ||
        !isSameSecret(c.req.header("Authorization") ?? "", `Bearer ${metricsToken}`)
      )
        throw new ServiceError("not_found");
      return c.text(await getMetrics(c.var.ctx), 200, {
        "Content-Type": "text/plain; version=0.0.4",
      });
    });
}

/** Returns a check whose result is reused for 5 seconds. While one request checks, the others receive the last result. */
function cachedReadiness() {
  let last: Readiness | undefined;
  let checkedAtMs = -Infinity;
  return async (ctx: Context): Promise<Readiness> => {
    const nowMs = ctx.clock().getTime();
    if (last !== undefined && nowMs - checkedAtMs < READY_CACHED_MS) return last;
    checkedAtMs = nowMs;
    last = await checkReady(ctx);
    return last;
  };
}
