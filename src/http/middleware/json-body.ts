// Checks media type, size and encoding of a JSON body (docs/decisions/requests.md).
import { bodyLimit } from "hono/body-limit";
import { every } from "hono/combine";
import { ServiceError } from "../../contract/errors.ts";
import { factory } from "../hono.ts";

/** Fits the largest `html`, escaped as JSON, with the largest options. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;
const JSON_MEDIA_TYPE = /^application\/json\s*(;|$)/i;

/** Throws unsupported_media_type, request_body_too_large or invalid_json. `validate` checks the content. */
export function jsonBody() {
  return every(mediaType(), sizeLimit(), utf8());
}

function mediaType() {
  return factory.createMiddleware(async function mediaType(c, next) {
    if (!JSON_MEDIA_TYPE.test(c.req.header("Content-Type")?.trim() ?? "")) {
      throw new ServiceError("unsupported_media_type");
    }
    await next();
  });
}

/** Throws ServiceError(request_body_too_large). */
export function sizeLimit() {
  return bodyLimit({
    maxSize: MAX_BODY_BYTES,
    onError: () => {
      throw new ServiceError("request_body_too_large");
    },
  });
}

/** hono replaces invalid UTF-8 silently, and the client would pay for a capture that it did not request. */
function utf8() {
  return factory.createMiddleware(async function utf8(c, next) {
    try {
      new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(await c.req.arrayBuffer());
    } catch {
      // The decoder throws a TypeError for invalid UTF-8.
      throw new ServiceError("invalid_json");
    }
    await next();
  });
}
