// Security rules of every page: no resources from other hosts, no framing, no forms from other sites, a size limit.
import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { csrf } from "hono/csrf";
import { every } from "hono/combine";
import { ServiceError } from "../../contract/errors.ts";
import { type AppEnv, factory } from "../../http/hono.ts";

/** Fits the largest HTML document of the playground. Form encoding makes the document longer. */
const MAX_FORM_BYTES = 4 * 1024 * 1024;

/** Throws HTTPException for a form from another site and ServiceError(request_body_too_large) for a large one. */
export function pageRules() {
  return every(pageHeaders(), csrf(), bodyLimit({ maxSize: MAX_FORM_BYTES, onError: refuseSize }));
}

function refuseSize(): never {
  throw new ServiceError("request_body_too_large", {
    message: "The form is larger than 4 MiB. Shorten it and try again.",
  });
}

function pageHeaders() {
  return factory.createMiddleware(async function pageHeaders(c, next) {
    // Set the headers first, so that error pages have them too.
    setPageHeaders(c);
    await next();
  });
}

export function setPageHeaders(c: Context<AppEnv>): void {
  // CDN_URL may be a separate host for images.
  const images = c.env.CDN_URL === "" ? "" : ` ${new URL(c.env.CDN_URL).origin}`;
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    `img-src 'self' data:${images}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  c.header("Content-Security-Policy", policy.join("; "));
  c.header("Cross-Origin-Opener-Policy", "same-origin");
  c.header("Cross-Origin-Resource-Policy", "same-origin");
  // A stricter policy would remove the origin from the dashboard's own forms, which the CSRF check needs.
  c.header("Referrer-Policy", "same-origin");
}
