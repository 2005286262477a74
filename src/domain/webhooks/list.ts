// Lists the webhooks of an account and the deliveries of a webhook.
import type { Pagination } from "../../contract/paging.ts";
import type { DeliveriesQuery } from "../../contract/webhooks.ts";
import { selectDeliveries } from "../../storage/deliveries.ts";
import { selectWebhooks } from "../../storage/webhooks.ts";
import type { Context } from "../context.ts";
import { getOwnedWebhook } from "./get-owned.ts";
import type { Delivery, Owner, Webhook } from "./webhook.ts";

/** Returns all webhooks of the account, oldest first. */
export function listWebhooks(ctx: Context, { accountId }: Owner): Promise<Webhook[]> {
  return selectWebhooks(ctx.db, accountId);
}

/** `total`: matching deliveries on all pages. A page after the last page is empty. */
export type DeliveryPage = {
  deliveries: Delivery[];
  pagination: Pagination;
};

/** Returns deliveries, newest first. Throws ServiceError: not_found or forbidden. */
export async function listDeliveries(
  ctx: Context,
  owner: Owner,
  webhookId: string,
  query: DeliveriesQuery,
): Promise<DeliveryPage> {
  const { id } = await getOwnedWebhook(ctx, owner, webhookId);
  const { page, limit, status } = query;
  const { deliveries, total } = await selectDeliveries(ctx.db, id, { page, limit, status });
  return { deliveries, pagination: { total, page, limit, pages: Math.ceil(total / limit) } };
}
