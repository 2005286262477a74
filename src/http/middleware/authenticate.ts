// Who sends a request: the X-API-Key header first, then the api_key parameter (SPEC.md "Authentication"), then a bearer
// token, which is all that some programs can send.
import { ServiceError } from "../../contract/errors.ts";
import { authenticate } from "../../domain/api-keys/authenticate.ts";
import { factory } from "../hono.ts";

/** Finds out who it is. Refuses nobody yet, because whoever it is has a rate window, and that comes first. */
export function identify() {
  return factory.createMiddleware(async function identify(c, next) {
    const key =
      c.req.header("X-API-Key") ||
      c.req.query("api_key") ||
      bearerToken(c.req.header("Authorization"));
    const caller = key ? await authenticate(c.var.ctx, key) : undefined;
    c.set("identity", caller ?? (key ? "invalid_api_key" : "missing_api_key"));
    if (caller !== undefined) c.var.log.add({ accountId: caller.accountId, keyId: caller.keyId });
    await next();
  });
}

/** Throws missing_api_key or invalid_api_key. */
export function keyRequired() {
  return factory.createMiddleware(async function keyRequired(c, next) {
    const { identity } = c.var;
    if (typeof identity === "string") throw new ServiceError(identity);
    c.set("caller", identity);
    await next();
  });
}

function bearerToken(header = ""): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(header)?.[1];
}
