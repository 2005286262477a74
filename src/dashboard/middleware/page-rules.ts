// What holds for every page: nothing is loaded from elsewhere, nothing is framed, forms come from here.
import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { csrf } from "hono/csrf";
import { every } from "hono/combine";
import { ServiceError } from "../../contract/errors.ts";
import { type AppEnv, factory } from "../../http/hono.ts";

/** Room for the playground's largest document: what is sent as a form is spelled longer. */
const MAX_FORM_BYTES = 4 * 1024 * 1024;

/** Throws an HTTPException for a form that another site sent, and request_body_too_large. */
export function pageRules() {
  return every(pageHeaders(), csrf(), bodyLimit({ maxSize: MAX_FORM_BYTES, onError: refuseSize }));
}

function refuseSize(): never {
  throw new ServiceError("request_body_too_large", { message: "The form holds more than 4 MiB." });
}

function pageHeaders() {
  return factory.createMiddleware(async function pageHeaders(c, next) {
    // Ahead of everything else, so that they stand on pages about errors, too.
    setPageHeaders(c);
    await next();
  });
}

export function setPageHeaders(c: Context<AppEnv>): void {
  // Images may stand on a host of their own.
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
  // A stricter one would take the origin from our own forms, too, by which they are told from others.
  c.header("Referrer-Policy", "same-origin");
}
