// Adds session cookies to a response.
import type { Context } from "hono";
import type { AppEnv } from "../../http/hono.ts";

/** `cookies`: values of Set-Cookie headers. */
export function setCookies(c: Context<AppEnv>, cookies: readonly string[]): void {
  for (const cookie of cookies) c.header("Set-Cookie", cookie, { append: true });
}
