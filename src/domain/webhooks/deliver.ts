// Makes one attempt to send a delivery, records the result, and queues the next attempt.
import type { DeliveryMessage } from "../../contract/delivery-message.ts";
import type { DeliveryAttempt } from "../../contract/webhooks.ts";
import { beginAttempt, type Delivery, endAttempt } from "../../storage/deliveries.ts";
import type { Webhook } from "../../storage/webhooks.ts";
import type { Context } from "../context.ts";
import { payloadOf } from "./payload.ts";
import { postEvent } from "./post-event.ts";
import { enqueue, LOST_AFTER_MS } from "./send-deliveries.ts";
import { signatureHeaders } from "./sign.ts";

/** Attempts stored per delivery: enough for every retry and some replays. Older attempts are removed. */
const MAX_STORED_ATTEMPTS = 50;

/** The maximum delay of a message in Cloudflare Queues. */
const MAX_DELAY_SECONDS = 12 * 60 * 60;

type Started = { delivery: Delivery; webhook: Webhook };

/** Returns the delivery after the attempt. Returns undefined if the message is a duplicate or the webhook is deleted. */
export async function deliver(
  ctx: Context,
  message: DeliveryMessage,
): Promise<Delivery | undefined> {
  const started = await beginDelivery(ctx, message);
  return started && sendDelivery(ctx, started);
}

/** Starts an attempt. Returns undefined if the message is a duplicate or the webhook is deleted. */
export function beginDelivery(
  ctx: Context,
  { id, attempt }: DeliveryMessage,
): Promise<Started | undefined> {
  const overdueAt = new Date(ctx.clock().getTime() + LOST_AFTER_MS);
  ctx.log({ deliveryId: id });
  return beginAttempt(ctx.db, { id, attempt, overdueAt });
}

/** Sends the event of a started attempt and records the result. Returns the delivery, unless it is deleted. */
export async function sendDelivery(
  ctx: Context,
  { delivery, webhook }: Started,
): Promise<Delivery | undefined> {
  const { id: deliveryId, event } = delivery;
  const result = await attemptOnce(ctx, delivery, webhook);
  const { status: receiverStatus, error: receiverError, durationMs: receiverMs } = result;
  ctx.log({ deliveryId, event, receiverStatus, receiverError, receiverMs });
  return recordAttempt(ctx, delivery, webhook, result);
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
    return { status: null, error: "The secret cannot be decrypted. Rotate the secret." };
  const headers = { "X-Webhook-Event": delivery.event, ...signature };
  return postEvent(webhook.url, { headers, body }, ctx.config.network);
}

/** Marks the delivery delivered or failed, or queues its next attempt. */
async function recordAttempt(
  ctx: Context,
  delivery: Delivery,
  webhook: Webhook,
  attempt: DeliveryAttempt,
): Promise<Delivery | undefined> {
  const { id, attemptsBegun, retries, overdueAt } = delivery;
  const attempts = [...delivery.attempts, attempt].slice(-MAX_STORED_ATTEMPTS);
  if (attempt.error === null) {
    return endAttempt(ctx.db, delivery, { status: "delivered", attempts, retries, overdueAt });
  }
  if (!webhook.enabled || retries >= webhook.maxRetries) {
    return endAttempt(ctx.db, delivery, { status: "failed", attempts, retries, overdueAt });
  }
  const delaySeconds = retryDelaySeconds(webhook.retryDelayMs, retries);
  const updated = await endAttempt(ctx.db, delivery, {
    status: "pending",
    attempts,
    retries: retries + 1,
    overdueAt: new Date(overdueAt.getTime() + delaySeconds * 1_000),
  });
  ctx.defer(enqueue(ctx, [{ id, attempt: attemptsBegun }], delaySeconds));
  return updated;
}

/**
 * Doubles the delay with each retry and adds up to 25 % at random, so that receivers that failed at the same time are not
 * retried at the same time. Returns whole seconds, the unit of queue delays.
 */
function retryDelaySeconds(retryDelayMs: number, retriesMade: number): number {
  const delayMs = retryDelayMs * 2 ** retriesMade * (1 + Math.random() / 4);
  return Math.min(MAX_DELAY_SECONDS, Math.ceil(delayMs / 1_000));
}
