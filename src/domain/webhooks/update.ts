// Changes the settings of a webhook: URL, events, retries.
import { ServiceError } from "../../contract/errors.ts";
import type { WebhookChanges } from "../../contract/webhooks.ts";
import { updateWebhook as update } from "../../storage/webhooks.ts";
import type { Context } from "../context.ts";
import { getOwnedWebhook } from "./get-owned.ts";
import { assertReceiverAllowed } from "./preconditions.ts";
import type { Owner, Webhook } from "./webhook.ts";

/** `serviceOrigin`: origin of the owner's request. Throws ServiceError: not_found, forbidden or url_not_allowed. */
export async function updateWebhook(
  ctx: Context,
  owner: Owner,
  id: string,
  changes: WebhookChanges,
  serviceOrigin: string,
): Promise<Webhook> {
  const webhook = await getOwnedWebhook(ctx, owner, id);
  if (changes.url !== undefined) assertReceiverAllowed(ctx, changes.url);
  const updated = await update(ctx.db, webhook.id, {
    ...changes,
    serviceOrigin,
    updatedAt: ctx.clock(),
  });
  if (updated === undefined) throw new ServiceError("not_found");
  return updated;
}
