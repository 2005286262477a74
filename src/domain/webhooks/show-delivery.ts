// What a delivery carries, for its owner to look at.
import type { EventPayload } from "../../contract/events.ts";
import type { Context } from "../context.ts";
import { payloadOf } from "./payload.ts";
import type { Delivery, Webhook } from "./webhook.ts";

/** The body that is sent, and that a replay would send. */
export function bodyOfDelivery(ctx: Context, webhook: Webhook, delivery: Delivery): EventPayload {
  return payloadOf(delivery, webhook, ctx.config.cdnUrl);
}
