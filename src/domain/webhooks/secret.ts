// The secret that a webhook and its receiver share. It is encrypted, not hashed, because signing requires its text.
import type { Context } from "../context.ts";

const SECRET_BYTES = 32;

/** Returns "whsec_" and 32 random bytes in base64, the format of Standard Webhooks. */
export function createSecret(): string {
  return `whsec_${crypto.getRandomValues(new Uint8Array(SECRET_BYTES)).toBase64()}`;
}

export function sealSecret(ctx: Context, webhookId: string, secret: string): Promise<string> {
  return ctx.secretBox.seal(purposeOf(webhookId), secret);
}

/** Returns undefined if another SECRET_KEY encrypted the secret. */
export function openSecret(ctx: Context, webhookId: string, sealed: string) {
  return ctx.secretBox.unseal(purposeOf(webhookId), sealed);
}

function purposeOf(webhookId: string): string {
  return `webhook:${webhookId}`;
}
