// Assigns a request id and logs one event per request. The event contains no keys and no query strings.
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
    log.add({
      method: c.req.method,
      path: redactPath(c.req.path),
      status: c.res.status,
      durationMs: Date.now() - startedAt,
    });
    log.write();
  });
}

/** Removes image keys and invite tokens, because both grant access and many people can read logs. */
function redactPath(path: string): string {
  return path
    .replace(/^(\/compare)?\/images\/.*/, "$1/images/[key]")
    .replace(/^\/invite\/.*/, "/invite/[token]");
}
