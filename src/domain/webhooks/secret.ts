// The secret that a webhook and its receiver share. Kept sealed, because it must be read to sign.
import type { Context } from "../context.ts";

const SECRET_BYTES = 32;

/** "whsec_" and 32 random bytes in base64, as Standard Webhooks has it. */
export function createSecret(): string {
  return `whsec_${crypto.getRandomValues(new Uint8Array(SECRET_BYTES)).toBase64()}`;
}

export function sealSecret(ctx: Context, webhookId: string, secret: string): Promise<string> {
  return ctx.secretBox.seal(purposeOf(webhookId), secret);
}

/** Undefined when it was sealed by another SECRET_KEY. */
export function openSecret(ctx: Context, webhookId: string, sealed: string) {
  return ctx.secretBox.unseal(purposeOf(webhookId), sealed);
}

function purposeOf(webhookId: string): string {
  return `webhook:${webhookId}`;
}
