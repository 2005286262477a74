// Reads a webhook or a delivery of the caller.
import { ServiceError } from "../../contract/errors.ts";
import { type Delivery, findDelivery } from "../../storage/deliveries.ts";
import { findWebhook, type Webhook } from "../../storage/webhooks.ts";
import type { Context } from "../context.ts";
import type { Owner } from "./webhook.ts";

/** Throws ServiceError: not_found if the webhook does not exist, forbidden if another account owns it. */
export async function getOwnedWebhook(ctx: Context, owner: Owner, id: string): Promise<Webhook> {
  const webhook = await findWebhook(ctx.db, id);
  if (webhook === undefined) throw new ServiceError("not_found");
  if (webhook.accountId !== owner.accountId) throw forbidden("webhook");
  return webhook;
}

/** Returns a delivery and its webhook. Throws ServiceError: not_found or forbidden. */
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

function forbidden(kind: string): ServiceError {
  return new ServiceError("forbidden", { message: `This ${kind} is owned by another account.` });
}
