// One attempt to hand an event to its receiver, and what follows from how it ends.
import type { DeliveryMessage } from "../../contract/delivery-message.ts";
import type { DeliveryAttempt } from "../../contract/webhooks.ts";
import { beginAttempt, type Delivery, endAttempt } from "../../storage/deliveries.ts";
import type { Webhook } from "../../storage/webhooks.ts";
import type { Context } from "../context.ts";
import { payloadOf } from "./payload.ts";
import { postEvent } from "./post-event.ts";
import { retryDelaySeconds } from "./retry-delay.ts";
import { enqueue, LOST_AFTER_MS } from "./send-deliveries.ts";
import { signatureHeaders } from "./sign.ts";

/** Enough for every retry and some replays; older ones are forgotten. */
const ATTEMPTS_KEPT = 50;

/** Undefined when there is nothing to do: the message is a duplicate, or the webhook is gone. */
export async function deliver(
  ctx: Context,
  { id, attempt }: DeliveryMessage,
): Promise<Delivery | undefined> {
  const overdueAt = new Date(ctx.clock().getTime() + LOST_AFTER_MS);
  ctx.log({ deliveryId: id });
  const begun = await beginAttempt(ctx.db, { id, attempt, overdueAt });
  if (begun === undefined) return undefined;
  const { delivery, webhook } = begun;
  const ended = await attemptOnce(ctx, delivery, webhook);
  ctx.log({ event: delivery.event, receiverStatus: ended.status, receiverError: ended.error });
  return settle(ctx, delivery, webhook, ended);
}

async function attemptOnce(
  ctx: Context,
  delivery: Delivery,
  webhook: Webhook,
): Promise<DeliveryAttempt> {
  const startedAt = ctx.clock();
  const { status, error } = await send(ctx, delivery, webhook, startedAt);
  const durationMs = ctx.clock().getTime() - startedAt.getTime();
  return { at: startedAt.toISOString(), status, durationMs, error };
}

async function send(ctx: Context, delivery: Delivery, webhook: Webhook, at: Date) {
  if (!webhook.enabled) return { status: null, error: "The webhook is disabled." };
  const body = JSON.stringify(payloadOf(delivery, webhook, ctx.config.cdnUrl));
  const signature = await signatureHeaders(ctx, webhook, { eventId: delivery.eventId, body, at });
  if (signature === undefined)
    return { status: null, error: "The secret cannot be read any more; rotate it." };
  const headers = { "X-Webhook-Event": delivery.event, ...signature };
  return postEvent(webhook.url, { headers, body }, ctx.config.guard.privateTargets);
}

async function settle(
  ctx: Context,
  delivery: Delivery,
  webhook: Webhook,
  attempt: DeliveryAttempt,
): Promise<Delivery | undefined> {
  const { id, attemptsBegun, retries, overdueAt } = delivery;
  const attempts = [...delivery.attempts, attempt].slice(-ATTEMPTS_KEPT);
  if (attempt.error === null) {
    return endAttempt(ctx.db, delivery, { status: "delivered", attempts, retries, overdueAt });
  }
  if (!webhook.enabled || retries >= webhook.maxRetries) {
    return endAttempt(ctx.db, delivery, { status: "failed", attempts, retries, overdueAt });
  }
  const delaySeconds = retryDelaySeconds(webhook.retryDelayMs, retries);
  const ended = await endAttempt(ctx.db, delivery, {
    status: "pending",
    attempts,
    retries: retries + 1,
    overdueAt: new Date(overdueAt.getTime() + delaySeconds * 1_000),
  });
  ctx.defer(enqueue(ctx, [{ id, attempt: attemptsBegun }], delaySeconds));
  return ended;
}
