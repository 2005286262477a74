// Assembles the app: the middleware in order, then the routes. A new isolate evaluates only what captures and their records
// need; the other routes are loaded with their first request.
import { ServiceError } from "./contract/errors.ts";
import { factory } from "./http/hono.ts";
import { admitOnArrival } from "./http/middleware/admit-on-arrival.ts";
import { identify, keyRequired } from "./http/middleware/authenticate.ts";
import { defaultHeaders } from "./http/middleware/default-headers.ts";
import { ownHosts } from "./http/middleware/own-hosts.ts";
import { rateLimit } from "./http/middleware/rate-limit.ts";
import { requestContext, type Wire } from "./http/middleware/request-context.ts";
import { requestLog } from "./http/middleware/request-log.ts";
import { respondError } from "./http/respond-error.ts";
import { captureBatchRoutes } from "./http/routes/capture-batch.ts";
import { captureRoutes } from "./http/routes/capture.ts";
import { healthRoutes } from "./http/routes/health.ts";
import { imageRoutes } from "./http/routes/images.ts";
import { opsRoutes } from "./http/routes/ops.ts";
import { screenshotRoutes } from "./http/routes/screenshots.ts";
import type { Env } from "./env.ts";
import type { WriteLine } from "./lib/log.ts";

/** `wire` provides the Context of each request; tests replace parts of it. */
export type AppParts = { wire: Wire; writeLine?: WriteLine };

/** Routes in addition to those of the API: with a rate limit (`limited`) and without one (`open`). */
type MoreRoutes = { first?: Routes; open?: Routes; limited: Routes };

type Routes = ReturnType<typeof factory.createApp>;

/** The paths of captures, records, images and the operator. */
const CAPTURE_PATH = /^\/(?:v1\/(?:capture|screenshots)|images\/|(?:health|ready|metrics)$)/;

/** The other paths of the API. All others may need the routes of whole-app.ts. */
const API_PREFIX = "/v1/";

export function createApp(parts: AppParts) {
  const captures = createRoutes(parts);
  let api: Routes | undefined;
  let whole: Routes | undefined;
  return {
    fetch: async (
      request: Request,
      env: Env,
      executionCtx: ExecutionContext,
    ): Promise<Response> => {
      const { pathname } = new URL(request.url);
      if (CAPTURE_PATH.test(pathname)) return captures.fetch(request, env, executionCtx);
      if (pathname.startsWith(API_PREFIX)) {
        api ??= createRoutes(parts, {
          limited: (await import("./http/routes/rest.ts")).restRoutes,
        });
        return api.fetch(request, env, executionCtx);
      }
      whole ??= (await import("./whole-app.ts")).createWholeApp(parts);
      return whole.fetch(request, env, executionCtx);
    },
  };
}

export function createRoutes({ wire, writeLine }: AppParts, more?: MoreRoutes): Routes {
  const none = factory.createApp();
  return (
    factory
      .createApp()
      .use(requestLog(writeLine))
      .use(requestContext(wire))
      .use(defaultHeaders())
      .use(ownHosts())
      // Public routes without a rate limit.
      .route("/", more?.first ?? none)
      .route("/", healthRoutes)
      .route("/", opsRoutes())
      .route("/", more?.open ?? none)
      .route("/", imageRoutes)
      .use(admitOnArrival())
      .use(identify())
      .use(rateLimit())
      .use("/v1/*", keyRequired())
      .route("/", captureRoutes)
      .route("/", captureBatchRoutes)
      .route("/", screenshotRoutes)
      .route("/", more?.limited ?? none)
      .onError(respondError)
      .notFound((c) => respondError(new ServiceError("not_found"), c))
  );
}
