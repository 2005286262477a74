// Creates a webhook.
import { ServiceError } from "../../contract/errors.ts";
import { MAX_WEBHOOKS_PER_ACCOUNT, type WebhookSettings } from "../../contract/webhooks.ts";
import { createId } from "../../lib/ids.ts";
import { findWebhook, insertWebhook } from "../../storage/webhooks.ts";
import type { Context } from "../context.ts";
import type { Once } from "../once.ts";
import { assertReceiverAllowed } from "./preconditions.ts";
import { createSecret, openSecret, sealSecret } from "./secret.ts";
import type { Owner, Webhook } from "./webhook.ts";

/** A new webhook. No later response contains its secret. */
export type NewWebhook = { webhook: Webhook; secret: string };

/**
 * Creates a webhook. `serviceOrigin`: origin of the owner's request. A second call with the same `once` returns the webhook
 * of the first call. Throws ServiceError: url_not_allowed or webhook_limit_reached.
 */
export async function createWebhook(
  ctx: Context,
  { accountId }: Owner,
  settings: WebhookSettings,
  serviceOrigin: string,
  once?: Once,
): Promise<NewWebhook> {
  assertReceiverAllowed(ctx, settings.url);
  const now = ctx.clock();
  const id = once?.id ?? createId(now);
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
  if (webhook !== undefined) return { webhook, secret };
  const first = once === undefined ? undefined : await findCreated(ctx, id);
  if (first !== undefined) return first;
  throw new ServiceError("webhook_limit_reached", { details: { limit: MAX_WEBHOOKS_PER_ACCOUNT } });
}

async function findCreated(ctx: Context, id: string): Promise<NewWebhook | undefined> {
  const webhook = await findWebhook(ctx.db, id);
  const secret = webhook && (await openSecret(ctx, id, webhook.sealedSecret));
  return webhook === undefined || secret === undefined ? undefined : { webhook, secret };
}
