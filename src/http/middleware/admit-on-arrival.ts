// Decides on arrival whether the isolate can handle another request, before the key is looked up and the request counts in
// its windows (docs/decisions/credits-and-limits.md "Concurrency").
import type { Context } from "hono";
import { LINK_PATH, readLink } from "../../contract/signed-link.ts";
import { findKnownKey, type Key } from "../../domain/api-keys/count-request.ts";
import { keyLimitsOf } from "../../domain/rate-windows.ts";
import { overloaded } from "../../domain/screenshots/capture/admission.ts";
import { type AppEnv, factory } from "../hono.ts";
import { RefusalLog } from "../refusal-log.ts";
import { keyHashOf } from "./authenticate.ts";
import { anonymousWindow, describeWindow, keyWindow, networkOfClient } from "./rate-limit.ts";

/**
 * Throws ServiceError(service_unavailable) on arrival if the isolate handles too many requests. Also throws it if a capture is
 * still waiting for the database after 5 seconds. Refused requests are not charged.
 */
export function admitOnArrival() {
  const refusalLog = new RefusalLog();
  return factory.createMiddleware(async function admitOnArrival(c, next) {
    const { admission } = c.var.ctx;
    const known = await findSender(c);
    const isCapture = c.req.path === LINK_PATH;
    const refuse = () => {
      describeWindow(c, known === undefined ? anonymousWindow(c) : windowOf(known));
      return overloaded();
    };
    const network = networkOfClient(c);
    if (!admission.arrive({ isCapture, accountId: known?.accountId, network })) {
      const refusals = refusalLog.count(c.var.ctx.clock().getTime());
      if (refusals === undefined) c.set("isUnlogged", true);
      else c.var.log.add({ refusals });
      throw refuse();
    }
    const expired = Promise.withResolvers<never>();
    const expire = () => {
      if (admission.refuse()) expired.reject(refuse());
    };
    const timer = isCapture ? setTimeout(expire, admission.leftMs) : undefined;
    try {
      await Promise.race([next(), expired.promise]);
    } finally {
      clearTimeout(timer);
      admission.leave();
    }
  });
}

/** Returns the key of the request if this isolate has seen it before. Anyone can write the key id of a signed link. */
async function findSender(c: Context<AppEnv>): Promise<Key | undefined> {
  const isLink =
    c.req.method === "GET" && c.req.path === LINK_PATH && readLink(c.req.url) !== undefined;
  const secretHash = isLink ? undefined : await keyHashOf(c);
  return secretHash === undefined ? undefined : findKnownKey(secretHash);
}

function windowOf(key: Key) {
  return keyWindow(key.keyId, keyLimitsOf(key).keyLimit);
}
