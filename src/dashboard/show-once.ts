// Redirects from a form to a page that shows a new secret. An encrypted cookie of that page contains the secret, so a
// reload shows the secret again and does not create another one.
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import * as z from "zod";
import type { AppEnv } from "../http/hono.ts";

const COOKIE = "edgeshot-created";

/** The page can be reloaded during this time. */
const SHOWN_FOR_SECONDS = 10 * 60;

/** Redirects to `path`, whose page reads `values` with readOnce(). The page must be for signed-in users. */
export async function showOnce(
  c: Context<AppEnv>,
  path: string,
  values: Record<string, string>,
): Promise<Response> {
  const shownUntil = c.var.ctx.clock().getTime() + SHOWN_FOR_SECONDS * 1000;
  const sealed = await c.var.ctx.secretBox.seal(
    purposeOf(c, path),
    JSON.stringify({ values, shownUntil }),
  );
  setCookie(c, COOKIE, sealed, {
    path,
    maxAge: SHOWN_FOR_SECONDS,
    httpOnly: true,
    sameSite: "Strict",
    secure: new URL(c.req.url).protocol === "https:",
  });
  return c.redirect(path, 303);
}

/** Returns the values of showOnce(), or undefined after 10 minutes, in another session or for another page. */
export async function readOnce<Shape extends z.ZodRawShape>(
  c: Context<AppEnv>,
  values: z.ZodObject<Shape>,
): Promise<z.output<typeof values> | undefined> {
  const sealed = getCookie(c, COOKIE);
  if (sealed === undefined) return undefined;
  const text = await c.var.ctx.secretBox.unseal(purposeOf(c, c.req.path), sealed);
  if (text === undefined) return undefined;
  const shown = z.object({ values, shownUntil: z.number() }).parse(JSON.parse(text));
  if (shown.shownUntil > c.var.ctx.clock().getTime()) return shown.values;
  deleteCookie(c, COOKIE, { path: c.req.path });
  return undefined;
}

function purposeOf(c: Context<AppEnv>, path: string): string {
  return `show-once:${c.var.viewer.sessionId}:${path}`;
}
