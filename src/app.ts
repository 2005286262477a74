// Assembles the app: the middleware in order, then the routes.
import { ServiceError } from "./contract/errors.ts";
import { respondNotFound, acceptsPage } from "./dashboard/respond-error-page.tsx";
import { dashboardRoutes } from "./dashboard/routes.ts";
import { factory } from "./http/hono.ts";
import { identify, keyRequired } from "./http/middleware/authenticate.ts";
import { defaultHeaders } from "./http/middleware/default-headers.ts";
import { ownHosts } from "./http/middleware/own-hosts.ts";
import { rateLimit } from "./http/middleware/rate-limit.ts";
import { requestContext, type Wire } from "./http/middleware/request-context.ts";
import { requestLog } from "./http/middleware/request-log.ts";
import { respondError } from "./http/respond-error.ts";
import { captureBatchRoutes } from "./http/routes/capture-batch.ts";
import { captureRoutes } from "./http/routes/capture.ts";
import { clientRoutes } from "./http/routes/client.ts";
import { compareRoutes } from "./http/routes/compare.ts";
import { docsRoutes } from "./http/routes/docs.ts";
import { healthRoutes } from "./http/routes/health.ts";
import { imageRoutes } from "./http/routes/images.ts";
import { monitorRoutes } from "./http/routes/monitors.ts";
import { opsRoutes } from "./http/routes/ops.ts";
import { screenshotRoutes } from "./http/routes/screenshots.ts";
import { webhookRoutes } from "./http/routes/webhooks.ts";
import { mcpRoutes } from "./mcp/routes.ts";
import type { WriteLine } from "./lib/log.ts";

/** Creates the app. `wire` provides the Context of each request; tests replace parts of it. */
export function createApp({ wire, writeLine }: { wire: Wire; writeLine?: WriteLine }) {
  return (
    factory
      .createApp()
      .use(requestLog(writeLine))
      .use(requestContext(wire))
      .use(defaultHeaders())
      .use(ownHosts())
      // Public routes without a rate limit.
      .route("/", dashboardRoutes)
      .route("/", healthRoutes)
      .route("/", opsRoutes())
      .route("/", docsRoutes)
      .route("/", clientRoutes)
      .route("/", imageRoutes)
      .use(identify())
      .use(rateLimit())
      .use("/v1/*", keyRequired())
      .route("/", captureRoutes)
      .route("/", captureBatchRoutes)
      .route("/", screenshotRoutes)
      .route("/", compareRoutes)
      .route("/", monitorRoutes)
      .route("/", webhookRoutes)
      .route("/", mcpRoutes)
      .onError(respondError)
      .notFound((c) =>
        acceptsPage(c) ? respondNotFound(c) : respondError(new ServiceError("not_found"), c),
      )
  );
}
