// GET /health: responds if the Worker runs.
import { factory } from "../hono.ts";
import { allowMethods } from "../middleware/allow-methods.ts";

export const healthRoutes = factory
  .createApp()
  .all("/health", allowMethods("GET", "HEAD"))
  .get("/health", (c) => c.json({ status: "ok" }));
