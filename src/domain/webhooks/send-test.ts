// Sends a test.ping event to a webhook.
import { ServiceError } from "../../contract/errors.ts";
import { createId } from "../../lib/ids.ts";
import { toHex } from "../../lib/secrets.ts";
import { insertDelivery } from "../../storage/deliveries.ts";
import type { Context } from "../context.ts";
import { countWebhookTest } from "../rate-windows.ts";
import { deliver } from "./deliver.ts";
import { getOwnedWebhook } from "./get-owned.ts";
import { assertEnabled } from "./preconditions.ts";
import { LOST_AFTER_MS } from "./send-deliveries.ts";
import type { Delivery, Owner } from "./webhook.ts";

/**
 * Sends a test event, even if the webhook does not subscribe to it. Returns the delivery after the first attempt; retries
 * follow as usual. Throws ServiceError: not_found, forbidden, invalid_options if the webhook is disabled, or
 * rate_limit_exceeded.
 */
export async function testWebhook(ctx: Context, owner: Owner, id: string): Promise<Delivery> {
  const webhook = await getOwnedWebhook(ctx, owner, id);
  assertEnabled(webhook);
  await countWebhookTest(ctx, webhook.accountId);
  const now = ctx.clock();
  const deliveryId = createId(now);
  await insertDelivery(ctx.db, {
    id: deliveryId,
    webhookId: webhook.id,
    event: "test.ping",
    eventId: `evt_${toHex(crypto.getRandomValues(new Uint8Array(8)))}`,
    subject: { message: "This webhook works." },
    status: "pending",
    attempts: [],
    attemptsBegun: 0,
    retries: 0,
    overdueAt: new Date(now.getTime() + LOST_AFTER_MS),
    createdAt: now,
  });
  const attempted = await deliver(ctx, { id: deliveryId, attempt: 0 });
  if (attempted === undefined) throw new ServiceError("not_found");
  return attempted;
}
