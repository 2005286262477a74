// Converts webhooks and deliveries to API responses.
import type {
  DeliveriesAnswer,
  DeliveryAnswer,
  DeliveryData,
  NewWebhookAnswer,
  RotationAnswer,
  WebhookAnswer,
  WebhookData,
  WebhookDeletionAnswer,
  WebhooksAnswer,
} from "../contract/webhooks.ts";
import type { NewWebhook } from "../domain/webhooks/create.ts";
import type { DeliveryPage } from "../domain/webhooks/list.ts";
import type { Rotation } from "../domain/webhooks/rotate-secret.ts";
import type { Delivery, Webhook } from "../domain/webhooks/webhook.ts";

export function presentWebhook(webhook: Webhook): WebhookAnswer {
  return { success: true, data: describeWebhook(webhook) };
}

export function presentWebhooks(webhooks: Webhook[]): WebhooksAnswer {
  return { success: true, data: webhooks.map(describeWebhook) };
}

export function presentNewWebhook({ webhook, secret }: NewWebhook): NewWebhookAnswer {
  return { success: true, data: { ...describeWebhook(webhook), secret } };
}

export function presentRotation({ webhook, secret, previousUntil }: Rotation): RotationAnswer {
  const previousSecretValidUntil = previousUntil.toISOString();
  return { success: true, data: { ...describeWebhook(webhook), secret, previousSecretValidUntil } };
}

export function presentWebhookDeletion(id: string): WebhookDeletionAnswer {
  const message = "The webhook has been deleted. Its pending deliveries are canceled.";
  return { success: true, message, data: { _id: id, isDeleted: true } };
}

export function presentDelivery(delivery: Delivery): DeliveryAnswer {
  return { success: true, data: describeDelivery(delivery) };
}

export function presentDeliveries({ deliveries, pagination }: DeliveryPage): DeliveriesAnswer {
  return { success: true, data: deliveries.map(describeDelivery), pagination };
}

function describeWebhook(webhook: Webhook): WebhookData {
  const { id, url, events, enabled, maxRetries, retryDelayMs, createdAt, updatedAt } = webhook;
  return {
    _id: id,
    url,
    events,
    enabled,
    maxRetries,
    retryDelayMs,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

function describeDelivery(delivery: Delivery): DeliveryData {
  const { id, event, eventId, status, attempts, createdAt } = delivery;
  return {
    _id: id,
    event,
    event_id: eventId,
    status,
    attempts,
    createdAt: createdAt.toISOString(),
  };
}
