// Authenticates a request by a signed link, the X-API-Key header or the api_key parameter (docs/api.md "Authentication").
// Some clients can only send a bearer token, so it is accepted, too.
import type { Context } from "hono";
import { ServiceError } from "../../contract/errors.ts";
import { LINK_PATH, readLink } from "../../contract/signed-link.ts";
import {
  authenticate,
  authenticateLink,
  type KeyHolder,
} from "../../domain/api-keys/authenticate.ts";
import { hashApiKey } from "../../lib/secrets.ts";
import { type AppEnv, factory, type IdentityError } from "../hono.ts";
import { anonymousWindow, take } from "./rate-limit.ts";

/** The requests that only read one record. */
const RECORD_PATH = /^\/v1\/screenshots\/([0-9a-f]{24})(?:\/status)?$/;

/** Identifies the client and never throws, so that requests without a valid key still count in a rate window. */
export function identify() {
  return factory.createMiddleware(async function identify(c, next) {
    const identity = await authenticateRequest(c).catch(async (error: unknown) => {
      // When the lookup of the key fails, count the request in the window of its network and add the rate headers to the
      // error.
      await take(c, anonymousWindow(c));
      throw error;
    });
    c.set("identity", identity);
    if (typeof identity !== "string")
      c.var.log.add({ accountId: identity.accountId, keyId: identity.keyId });
    await next();
  });
}

async function authenticateRequest(c: Context<AppEnv>): Promise<KeyHolder | IdentityError> {
  return (await authenticateSignedLink(c)) ?? (await authenticateKey(c));
}

/** Authenticates a signed link and ignores any API key. Returns undefined when the request is not a signed link. */
async function authenticateSignedLink(
  c: Context<AppEnv>,
): Promise<KeyHolder | IdentityError | undefined> {
  if (c.req.method !== "GET" || c.req.path !== LINK_PATH) return undefined;
  const link = readLink(c.req.url);
  if (link === undefined || typeof link === "string") return link;
  c.set("link", link);
  return authenticateLink(c.var.ctx, link);
}

async function authenticateKey(c: Context<AppEnv>): Promise<KeyHolder | IdentityError> {
  const secretHash = await keyHashOf(c);
  if (secretHash === undefined) return "missing_api_key";
  const isRead = c.req.method === "GET" || c.req.method === "HEAD";
  const recordId = isRead ? RECORD_PATH.exec(c.req.path)?.[1] : undefined;
  const authenticated = await authenticate(c.var.ctx, secretHash, recordId);
  if (authenticated === undefined) return "invalid_api_key";
  c.set("counted", authenticated.counted);
  c.set("isCountedLate", authenticated.isCountedLate);
  c.set("record", authenticated.record);
  return authenticated.holder;
}

/** Returns the hash of the API key of the request, which may be invalid. Hashes the key once per request. */
export async function keyHashOf(c: Context<AppEnv>): Promise<string | undefined> {
  if (c.var.keyHash !== undefined) return c.var.keyHash;
  const key = keyOf(c);
  if (key === undefined) return undefined;
  const keyHash = await hashApiKey(key);
  c.set("keyHash", keyHash);
  return keyHash;
}

function keyOf(c: Context<AppEnv>): string | undefined {
  const key =
    c.req.header("X-API-Key") ||
    c.req.query("api_key") ||
    bearerToken(c.req.header("Authorization"));
  return key || undefined;
}

/** Throws a ServiceError with the identity error of the request. */
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
