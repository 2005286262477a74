// Deletes a webhook and its pending deliveries.
import { ServiceError } from "../../contract/errors.ts";
import { deleteDeliveries } from "../../storage/owned-rows.ts";
import { deleteWebhook } from "../../storage/webhooks.ts";
import type { Context } from "../context.ts";
import { getOwnedWebhook } from "./get-owned.ts";
import type { Owner } from "./webhook.ts";

/** Throws ServiceError: not_found or forbidden. */
export async function removeWebhook(ctx: Context, owner: Owner, id: string): Promise<void> {
  const webhook = await getOwnedWebhook(ctx, owner, id);
  await deleteDeliveries(ctx.db, webhook.id);
  if (!(await deleteWebhook(ctx.db, webhook.id))) throw new ServiceError("not_found");
}
