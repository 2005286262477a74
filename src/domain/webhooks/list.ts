// An account's webhooks, and what was sent to one of them.
import type { Pagination } from "../../contract/paging.ts";
import type { DeliveriesQuery } from "../../contract/webhooks.ts";
import { selectDeliveries } from "../../storage/deliveries.ts";
import { selectWebhooks } from "../../storage/webhooks.ts";
import type { Context } from "../context.ts";
import { getOwnedWebhook } from "./get-owned.ts";
import type { Delivery, Owner, Webhook } from "./webhook.ts";

/** All of them, oldest first. */
export function listWebhooks(ctx: Context, { accountId }: Owner): Promise<Webhook[]> {
  return selectWebhooks(ctx.db, accountId);
}

/** `total` deliveries match on `pages` pages; a page beyond them is empty. */
export type DeliveryPage = {
  deliveries: Delivery[];
  pagination: Pagination;
};

/** Newest first. Throws not_found or forbidden. */
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
