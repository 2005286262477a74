// Assigns a request id and logs one event per request. The event contains no keys and no query strings. Refusals on arrival
// share events (refusal-log.ts).
import { createEventLog, type WriteLine } from "../../lib/log.ts";
import { factory } from "../hono.ts";

export function requestLog(writeLine?: WriteLine) {
  return factory.createMiddleware(async function requestLog(c, next) {
    const startedAt = Date.now();
    const requestId = crypto.randomUUID();
    const log = createEventLog({ requestId }, writeLine);
    c.set("requestId", requestId);
    c.set("log", log);
    c.header("X-Request-Id", requestId);
    await next();
    if (c.var.isUnlogged === true) return;
    log.add({
      method: c.req.method,
      path: redactPath(c.req.path),
      status: c.res.status,
      durationMs: Date.now() - startedAt,
    });
    log.write();
  });
}

/** Words of routes, such as "v1", "screenshots" and "openapi.json", and identifiers of records. */
const HARMLESS = /^(?:v1|[a-z]{1,20}(?:[-.][a-z]{1,20}){0,3}|[0-9a-f]{24})?$/;

/** Removes all other parts, because they may be secrets: keys of images, tokens of invites, and any text of a client. */
function redactPath(path: string): string {
  return path
    .split("/")
    .map((part) => (HARMLESS.test(part) ? part : "[redacted]"))
    .join("/");
}
