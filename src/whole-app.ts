// All routes: those of the API, the dashboard, the documents and MCP.
import { type AppParts, createRoutes } from "./app.ts";
import { ServiceError } from "./contract/errors.ts";
import { acceptsPage, respondNotFound } from "./dashboard/respond-error-page.tsx";
import { dashboardRoutes } from "./dashboard/routes.ts";
import { factory } from "./http/hono.ts";
import { respondError } from "./http/respond-error.ts";
import { clientRoutes } from "./http/routes/client.ts";
import { docsRoutes } from "./http/routes/docs.ts";
import { restRoutes } from "./http/routes/rest.ts";
import { mcpRoutes } from "./mcp/routes.ts";

export function createWholeApp(parts: AppParts) {
  const open = factory.createApp().route("/", docsRoutes).route("/", clientRoutes);
  const limited = factory.createApp().route("/", restRoutes).route("/", mcpRoutes);
  return createRoutes(parts, { first: dashboardRoutes, open, limited }).notFound((c) =>
    acceptsPage(c) ? respondNotFound(c) : respondError(new ServiceError("not_found"), c),
  );
}
