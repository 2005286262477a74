// Lists the webhooks of an account and the deliveries of a webhook.
import type { Pagination } from "../../contract/paging.ts";
import type { DeliveriesQuery } from "../../contract/webhooks.ts";
import { selectDeliveries, selectRecentDeliveries } from "../../storage/deliveries.ts";
import { selectWebhooks } from "../../storage/webhooks.ts";
import type { Context } from "../context.ts";
import { getOwnedWebhook } from "./get-owned.ts";
import type { Delivery, Owner, Webhook } from "./webhook.ts";

/** Returns all webhooks of the account, oldest first. */
export function listWebhooks(ctx: Context, { accountId }: Owner): Promise<Webhook[]> {
  return selectWebhooks(ctx.db, accountId);
}

/** Number of deliveries of a webhook, newest first, from which its health is calculated. */
export const HEALTH_DELIVERIES = 50;

export type WebhookHealth = {
  webhook: Webhook;
  /** The newest delivery with an attempt. A delivery that failed and waits for a retry counts as failed. */
  last: { status: "delivered" | "failed"; createdAt: Date } | undefined;
  /** Deliveries that failed after the last successful one, at most HEALTH_DELIVERIES. */
  failuresInRow: number;
};

/** Returns all webhooks of the account, oldest first, with the results of their newest deliveries. */
export async function listWebhookHealth(ctx: Context, owner: Owner): Promise<WebhookHealth[]> {
  const webhooks = await listWebhooks(ctx, owner);
  const ids = webhooks.map(({ id }) => id);
  const recent = await selectRecentDeliveries(ctx.db, ids, HEALTH_DELIVERIES);
  return webhooks.map((webhook, i) => {
    const attempted = (recent[i] ?? []).flatMap(({ status, createdAt, attempts }) => {
      if (status !== "pending") return [{ status, createdAt }];
      return attempts > 0 ? [{ status: "failed" as const, createdAt }] : [];
    });
    const delivered = attempted.findIndex(({ status }) => status === "delivered");
    return {
      webhook,
      last: attempted[0],
      failuresInRow: delivered === -1 ? attempted.length : delivered,
    };
  });
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
