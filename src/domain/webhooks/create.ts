// Creates a webhook.
import { ServiceError } from "../../contract/errors.ts";
import { MAX_WEBHOOKS_PER_ACCOUNT, type WebhookSettings } from "../../contract/webhooks.ts";
import { createId } from "../../lib/ids.ts";
import { insertWebhook } from "../../storage/webhooks.ts";
import type { Context } from "../context.ts";
import { assertReceiverAllowed } from "./preconditions.ts";
import { createSecret, sealSecret } from "./secret.ts";
import type { Owner, Webhook } from "./webhook.ts";

/** A new webhook. No later response contains its secret. */
export type NewWebhook = { webhook: Webhook; secret: string };

/**
 * Creates a webhook. `serviceOrigin`: origin of the owner's request. Throws ServiceError: url_not_allowed or
 * webhook_limit_reached.
 */
export async function createWebhook(
  ctx: Context,
  { accountId }: Owner,
  settings: WebhookSettings,
  serviceOrigin: string,
): Promise<NewWebhook> {
  assertReceiverAllowed(ctx, settings.url);
  const now = ctx.clock();
  const id = createId(now);
  const secret = createSecret();
  const webhook = await insertWebhook(
    ctx.db,
    {
      ...settings,
      id,
      accountId,
      serviceOrigin,
      sealedSecret: await sealSecret(ctx, id, secret),
      previousSealedSecret: null,
      previousUntil: null,
      createdAt: now,
      updatedAt: now,
    },
    MAX_WEBHOOKS_PER_ACCOUNT,
  );
  if (webhook === undefined) {
    throw new ServiceError("webhook_limit_reached", {
      details: { limit: MAX_WEBHOOKS_PER_ACCOUNT },
    });
  }
  return { webhook, secret };
}
