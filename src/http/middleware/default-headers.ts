// Default response headers. A route can override them.
import { factory } from "../hono.ts";

export function defaultHeaders() {
  return factory.createMiddleware(async function defaultHeaders(c, next) {
    c.header("Cache-Control", "private, no-store");
    c.header("X-Content-Type-Options", "nosniff");
    await next();
  });
}
