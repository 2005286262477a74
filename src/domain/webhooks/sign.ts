// Signs deliveries as Standard Webhooks specifies (https://www.standardwebhooks.com). Receivers can verify with a library.
import { Webhook as Signer } from "standardwebhooks";
import type { Webhook } from "../../storage/webhooks.ts";
import type { Context } from "../context.ts";
import { openSecret } from "./secret.ts";

/**
 * Returns the signature headers. After a rotation, the previous secret signs too, because the receiver may still use it.
 * Returns undefined if no secret can be decrypted, because SECRET_KEY has changed.
 */
export async function signatureHeaders(
  ctx: Context,
  webhook: Webhook,
  { eventId, body, at }: { eventId: string; body: string; at: Date },
): Promise<Record<string, string> | undefined> {
  const { previousSealedSecret, previousUntil } = webhook;
  const sealed = [webhook.sealedSecret];
  if (previousSealedSecret !== null && previousUntil !== null && previousUntil > at)
    sealed.push(previousSealedSecret);
  const opened = await Promise.all(sealed.map((secret) => openSecret(ctx, webhook.id, secret)));
  const secrets = opened.filter((secret) => secret !== undefined);
  if (secrets.length === 0) return undefined;
  return {
    "webhook-id": eventId,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": secrets
      .map((secret) => new Signer(secret).sign(eventId, at, body))
      .join(" "),
  };
}
