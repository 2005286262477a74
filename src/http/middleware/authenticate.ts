// Who sends a request: a signed link's key, the X-API-Key header, the api_key parameter (SPEC.md "Authentication"), or a
// bearer token, which is all that some programs can send.
import type { Context } from "hono";
import { ServiceError } from "../../contract/errors.ts";
import { LINK_PATH, readLink } from "../../contract/signed-link.ts";
import {
  authenticate,
  authenticateLink,
  type KeyHolder,
} from "../../domain/api-keys/authenticate.ts";
import { type AppEnv, factory, type IdentityError } from "../hono.ts";

/** Finds out who it is. Refuses nobody yet, because whoever it is has a rate window, and that comes first. */
export function identify() {
  return factory.createMiddleware(async function identify(c, next) {
    const identity = (await readLinkHolder(c)) ?? (await readKeyHolder(c));
    c.set("identity", identity);
    if (typeof identity !== "string")
      c.var.log.add({ accountId: identity.accountId, keyId: identity.keyId });
    await next();
  });
}

/** A link is judged by itself, whatever key comes with it; undefined for any other request. */
async function readLinkHolder(c: Context<AppEnv>): Promise<KeyHolder | IdentityError | undefined> {
  if (c.req.method !== "GET" || c.req.path !== LINK_PATH) return undefined;
  const link = readLink(c.req.url);
  if (link === undefined || typeof link === "string") return link;
  c.set("link", link);
  return authenticateLink(c.var.ctx, link);
}

async function readKeyHolder(c: Context<AppEnv>): Promise<KeyHolder | IdentityError> {
  const key =
    c.req.header("X-API-Key") ||
    c.req.query("api_key") ||
    bearerToken(c.req.header("Authorization"));
  if (!key) return "missing_api_key";
  return (await authenticate(c.var.ctx, key)) ?? "invalid_api_key";
}

/** Throws what is wrong with the key or the link. */
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
