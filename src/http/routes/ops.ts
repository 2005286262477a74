// Endpoints of the operator: GET /ready checks every part of the service, GET /metrics reports its load (docs/operations.md).
import { ServiceError } from "../../contract/errors.ts";
import { checkReady } from "../../domain/ops/check-ready.ts";
import { getMetrics } from "../../domain/ops/get-metrics.ts";
import { isSameSecret } from "../../lib/same-secret.ts";
import { factory } from "../hono.ts";
import { allowMethods } from "../middleware/allow-methods.ts";

export const opsRoutes = factory
  .createApp()
  .all("/ready", allowMethods("GET", "HEAD"))
  .get("/ready", async (c) => {
    const readiness = await checkReady(c.var.ctx);
    return c.json(readiness, readiness.status === "ready" ? 200 : 503);
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
