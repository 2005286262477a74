// The webhook or delivery that a request is about, if it is the caller's.
import { ServiceError } from "../../contract/errors.ts";
import { type Delivery, findDelivery } from "../../storage/deliveries.ts";
import { findWebhook, type Webhook } from "../../storage/webhooks.ts";
import type { Context } from "../context.ts";
import type { Owner } from "./webhook.ts";

/** Throws not_found when there is no such webhook, and forbidden when it is another account's. */
export async function getOwnedWebhook(ctx: Context, owner: Owner, id: string): Promise<Webhook> {
  const webhook = await findWebhook(ctx.db, id);
  if (webhook === undefined) throw new ServiceError("not_found");
  if (webhook.accountId !== owner.accountId) throw forbidden("webhook");
  return webhook;
}

/** The same for a delivery, with the webhook it belongs to. */
export async function getOwnedDelivery(
  ctx: Context,
  owner: Owner,
  id: string,
): Promise<{ delivery: Delivery; webhook: Webhook }> {
  const found = await findDelivery(ctx.db, id);
  if (found === undefined) throw new ServiceError("not_found");
  if (found.webhook.accountId !== owner.accountId) throw forbidden("delivery");
  return found;
}

function forbidden(what: string): ServiceError {
  return new ServiceError("forbidden", { message: `This ${what} belongs to another account.` });
}
