// Replaces the secret of a webhook. Old and new secret sign for 24 hours, so that the receiver can switch at any time.
import { ServiceError } from "../../contract/errors.ts";
import { replaceSecret } from "../../storage/webhooks.ts";
import type { Context } from "../context.ts";
import { getOwnedWebhook } from "./get-owned.ts";
import { createSecret, sealSecret } from "./secret.ts";
import type { Owner, Webhook } from "./webhook.ts";

/** Time for which the previous secret also signs. */
const BOTH_VALID_MS = 24 * 60 * 60_000;

/** A webhook with its new secret. No later response contains the secret. */
export type Rotation = { webhook: Webhook; secret: string; previousUntil: Date };

/** Throws ServiceError: not_found or forbidden. */
export async function rotateWebhookSecret(
  ctx: Context,
  owner: Owner,
  id: string,
): Promise<Rotation> {
  const { id: webhookId } = await getOwnedWebhook(ctx, owner, id);
  const now = ctx.clock();
  const previousUntil = new Date(now.getTime() + BOTH_VALID_MS);
  const secret = createSecret();
  const sealedSecret = await sealSecret(ctx, webhookId, secret);
  const webhook = await replaceSecret(ctx.db, webhookId, { sealedSecret, previousUntil, now });
  if (webhook === undefined) throw new ServiceError("not_found");
  return { webhook, secret, previousUntil };
}
