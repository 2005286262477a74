// What holds for every page: nothing is loaded from elsewhere, nothing is framed, forms come from here.
import type { Context } from "hono";
import { csrf } from "hono/csrf";
import { every } from "hono/combine";
import { type AppEnv, factory } from "../../http/hono.ts";

/** Throws an HTTPException for a form that another site sent. */
export function pageRules() {
  return every(pageHeaders(), csrf());
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
