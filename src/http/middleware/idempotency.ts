// Reads the Idempotency-Key header, which lets clients repeat a request without another charge.
import { ServiceError } from "../../contract/errors.ts";
import { canonicalJson } from "../../lib/canonical-json.ts";
import { sha256Hex } from "../../lib/secrets.ts";
import { factory } from "../hono.ts";

const KEY = /^[\x20-\x7e]{1,255}$/;

/** Requires a validated JSON body. Throws ServiceError(invalid_options) for an invalid key. */
export function idempotency() {
  return factory.createMiddleware(async function idempotency(c, next) {
    const key = c.req.header("Idempotency-Key");
    if (key !== undefined) {
      if (!KEY.test(key)) {
        throw new ServiceError("invalid_options", {
          details: { "Idempotency-Key": "must be 1 to 255 printable ASCII characters" },
        });
      }
      const request = canonicalJson([c.req.path, await c.req.json()]);
      c.set("requestKey", { key, requestHash: await sha256Hex(request) });
    }
    await next();
  });
}
