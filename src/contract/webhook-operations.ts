// The endpoints of webhooks and deliveries in the documentation.
import type { ErrorCode } from "./errors.ts";
import type { Operation } from "./operation.ts";
import {
  deliveriesAnswer,
  deliveriesQueryShape,
  deliveryAnswer,
  MAX_WEBHOOKS_PER_ACCOUNT,
  newWebhookAnswer,
  newWebhookBody,
  rotationAnswer,
  webhookAnswer,
  webhookChangesBody,
  webhookDeletionAnswer,
  webhooksAnswer,
} from "./webhooks.ts";

const parameters = { webhookId: "Identifier of the webhook." };
const OWNERSHIP_ERRORS: ErrorCode[] = ["forbidden", "not_found"];

export const webhookOperations: Operation[] = [
  {
    id: "listWebhooks",
    method: "get",
    path: "/v1/webhooks",
    tag: "Webhooks",
    summary: "List webhooks, oldest first",
    answers: [{ status: 200, description: "All webhooks of the account.", json: webhooksAnswer }],
  },
  {
    id: "createWebhook",
    method: "post",
    path: "/v1/webhooks",
    tag: "Webhooks",
    summary: "Create a webhook",
    description:
      "Sends events to a URL, signed according to Standard Webhooks (standardwebhooks.com). Each event is delivered at " +
      `least once, so the same \`event_id\` may arrive again. An account has at most ${MAX_WEBHOOKS_PER_ACCOUNT} webhooks.`,
    body: newWebhookBody,
    example: { url: "https://receiver.example.com/events", events: ["screenshot.completed"] },
    answers: [{ status: 201, description: "The webhook and its secret.", json: newWebhookAnswer }],
    errors: ["invalid_url", "url_not_allowed", "webhook_limit_reached"],
  },
  {
    id: "getWebhook",
    method: "get",
    path: "/v1/webhooks/{webhookId}",
    tag: "Webhooks",
    summary: "Get a webhook",
    parameters,
    answers: [{ status: 200, description: "The webhook.", json: webhookAnswer }],
    errors: OWNERSHIP_ERRORS,
  },
  {
    id: "updateWebhook",
    method: "put",
    path: "/v1/webhooks/{webhookId}",
    tag: "Webhooks",
    summary: "Update a webhook",
    description: "Updates the fields of the request. Omitted fields do not change.",
    parameters,
    body: webhookChangesBody,
    example: { enabled: false },
    answers: [{ status: 200, description: "The updated webhook.", json: webhookAnswer }],
    errors: [...OWNERSHIP_ERRORS, "invalid_url", "url_not_allowed"],
  },
  {
    id: "deleteWebhook",
    method: "delete",
    path: "/v1/webhooks/{webhookId}",
    tag: "Webhooks",
    summary: "Delete a webhook and its deliveries",
    description: "Cancels its pending deliveries.",
    parameters,
    answers: [{ status: 200, description: "The deleted webhook.", json: webhookDeletionAnswer }],
    errors: OWNERSHIP_ERRORS,
  },
  {
    id: "testWebhook",
    method: "post",
    path: "/v1/webhooks/{webhookId}/test",
    tag: "Webhooks",
    summary: "Send a test.ping event",
    description: "Responds after the first attempt. Retries follow, as for every event.",
    parameters,
    answers: [{ status: 201, description: "The delivery.", json: deliveryAnswer }],
    errors: [...OWNERSHIP_ERRORS, "invalid_options"],
  },
  {
    id: "rotateWebhookSecret",
    method: "post",
    path: "/v1/webhooks/{webhookId}/rotate-secret",
    tag: "Webhooks",
    summary: "Rotate the secret of a webhook",
    description:
      "Signs events with both secrets for 24 hours, so that receivers can change the secret without errors.",
    parameters,
    answers: [
      { status: 200, description: "The webhook and its new secret.", json: rotationAnswer },
    ],
    errors: OWNERSHIP_ERRORS,
  },
  {
    id: "listDeliveries",
    method: "get",
    path: "/v1/webhooks/{webhookId}/deliveries",
    tag: "Webhooks",
    summary: "List the deliveries of a webhook, newest first",
    description: "Deliveries are deleted after 35 days.",
    parameters,
    query: deliveriesQueryShape,
    answers: [{ status: 200, description: "One page of deliveries.", json: deliveriesAnswer }],
    errors: [...OWNERSHIP_ERRORS, "invalid_options"],
  },
  {
    id: "replayDelivery",
    method: "post",
    path: "/v1/webhooks/deliveries/{deliveryId}/replay",
    tag: "Webhooks",
    summary: "Replay a delivery",
    description:
      "Sends the event again with the same `event_id` and all retries. A pending delivery does not change.",
    parameters: { deliveryId: "Identifier of the delivery." },
    answers: [{ status: 200, description: "The pending delivery.", json: deliveryAnswer }],
    errors: [...OWNERSHIP_ERRORS, "invalid_options"],
  },
];
