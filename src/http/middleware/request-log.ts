// The id of a request, and the one wide event that is logged for it. Keys and query strings never get there.
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

/** Who knows an image's name may see it, and an invite's token makes a login: a log is read by more people. */
function redactPath(path: string): string {
  return path.replace(/^\/images\/.*/, "/images/[key]").replace(/^\/invite\/.*/, "/invite/[token]");
}
