// Identifies a submitted form, so that the same form creates one resource when it is sent twice.
import { toHex } from "../lib/secrets.ts";
import type { Context } from "./context.ts";

/** `id`: the id of the resource. `secret`: 32 bytes in base64url from which its secret is made. */
export type Once = { id: string; secret: string };

/** Forms are not recognized after this time. */
const FORM_LIFETIME_MS = 24 * 60 * 60 * 1000;

/**
 * Returns the same values for the same form and content. Returns undefined for a form without a valid token. `token`: an id
 * that was created with the form. `content`: what the user entered.
 */
export async function onceFor(
  ctx: Context,
  sessionId: string,
  { token, content }: { token: string | undefined; content: string },
): Promise<Once | undefined> {
  if (token === undefined || !/^[0-9a-f]{24}$/.test(token)) return undefined;
  const time = token.slice(0, 8);
  const ageMs = ctx.clock().getTime() - Number.parseInt(time, 16) * 1000;
  if (Math.abs(ageMs) > FORM_LIFETIME_MS) return undefined;
  const purpose = (part: string) => `form-${part}:${sessionId}:${token}:${content}`;
  const [idBytes, secret] = await Promise.all([
    ctx.secretBox.derive(purpose("id")),
    ctx.secretBox.derive(purpose("secret")),
  ]);
  const digits = toHex(Uint8Array.fromBase64(idBytes, { alphabet: "base64url" }));
  return { id: `${time}${digits.slice(0, 16)}`, secret };
}
