// The routes of the API that app.ts loads with their first request: comparisons, monitors and webhooks.
import { factory } from "../hono.ts";
import { compareRoutes } from "./compare.ts";
import { monitorRoutes } from "./monitors.ts";
import { webhookRoutes } from "./webhooks.ts";

export const restRoutes = factory
  .createApp()
  .route("/", compareRoutes)
  .route("/", monitorRoutes)
  .route("/", webhookRoutes);
