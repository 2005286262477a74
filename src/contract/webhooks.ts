// The requests and responses of webhooks and deliveries (docs/decisions/events.md).
import * as z from "zod";
import { webAddress } from "./capture.ts";
import { EVENT_KINDS } from "./event-kinds.ts";
import { describeObjectError, flag, integer, oneOf } from "./option-types.ts";
import { apiKeyParameter, pagination, pagingShape } from "./paging.ts";

export const MAX_WEBHOOKS_PER_ACCOUNT = 10;

/** Kinds may be repeated. Without a limit, zod reports an error for each of 500,000 items within seconds. */
const MAX_EVENTS = 100;

const settings = {
  url: webAddress.describe("URL that receives the events."),
  events: z
    .array(oneOf(EVENT_KINDS), { error: "must be an array of event kinds" })
    .max(MAX_EVENTS, { error: `must contain at most ${MAX_EVENTS} event kinds` })
    .transform((kinds) => [...new Set(kinds)])
    .describe("Kinds of events to send. An empty array selects all kinds."),
  enabled: flag().describe("Whether events are sent to the webhook."),
  maxRetries: integer(0, 10).describe("Maximum number of retries of a failed delivery."),
  retryDelayMs: integer(1_000, 3_600_000).describe(
    "Milliseconds before the first retry. The delay doubles with each retry.",
  ),
};

export const newWebhookBody = z.strictObject(
  {
    url: settings.url,
    events: settings.events.prefault([]),
    enabled: settings.enabled.default(true),
    maxRetries: settings.maxRetries.default(3),
    retryDelayMs: settings.retryDelayMs.default(10_000),
  },
  { error: describeObjectError },
);

/** Settings as clients send them: only the URL is required. */
export type NewWebhookInput = z.input<typeof newWebhookBody>;

export type WebhookSettings = z.output<typeof newWebhookBody>;

export const webhookChangesBody = z
  .strictObject(
    {
      url: settings.url.exactOptional(),
      events: settings.events.exactOptional(),
      enabled: settings.enabled.exactOptional(),
      maxRetries: settings.maxRetries.exactOptional(),
      retryDelayMs: settings.retryDelayMs.exactOptional(),
    },
    { error: describeObjectError },
  )
  .refine((body) => Object.keys(body).length > 0, {
    error: "must contain url, events, enabled, maxRetries or retryDelayMs",
  });

export type WebhookChangesInput = z.input<typeof webhookChangesBody>;

export type WebhookChanges = z.output<typeof webhookChangesBody>;

export const DELIVERY_STATES = ["pending", "delivered", "failed"] as const;

/** The documented parameters of GET /v1/webhooks/{webhookId}/deliveries. */
export const deliveriesQueryShape = {
  ...pagingShape,
  status: oneOf(DELIVERY_STATES).optional().describe("Return only deliveries with this status."),
};

export const deliveriesQuery = z.strictObject({
  ...deliveriesQueryShape,
  api_key: apiKeyParameter,
});

export type DeliveriesQuery = z.output<typeof deliveriesQuery>;

const id = z.string().regex(/^[0-9a-f]{24}$/);
const time = z.iso.datetime();
const success = z.literal(true);
const secret = z
  .string()
  .startsWith("whsec_")
  .describe("Secret that signs the events. Only this response contains it.");

export const webhook = z.object({
  _id: id.describe("Identifier of the webhook."),
  url: z.string(),
  events: z.array(z.enum(EVENT_KINDS)),
  enabled: z.boolean(),
  maxRetries: z.int(),
  retryDelayMs: z.int(),
  createdAt: time,
  updatedAt: time,
});

/** GET and PUT /v1/webhooks/{webhookId}. */
export const webhookAnswer = z.object({ success, data: webhook });

/** GET /v1/webhooks. */
export const webhooksAnswer = z.object({ success, data: z.array(webhook) });

/** POST /v1/webhooks. */
export const newWebhookAnswer = z.object({ success, data: webhook.extend({ secret }) });

/** POST /v1/webhooks/{webhookId}/rotate-secret. */
export const rotationAnswer = z.object({
  success,
  data: webhook.extend({
    secret,
    previousSecretValidUntil: time.describe("Events are signed with both secrets until this time."),
  }),
});

/** DELETE /v1/webhooks/{webhookId}. */
export const webhookDeletionAnswer = z.object({
  success,
  message: z.string(),
  data: z.object({ _id: id, isDeleted: z.literal(true) }),
});

const deliveryAttempt = z.object({
  at: time,
  status: z.int().nullable().describe("HTTP status; null if the receiver did not respond."),
  durationMs: z.int().nonnegative(),
  error: z.string().nullable().describe("Why the attempt failed; null if it succeeded."),
});

export const delivery = z.object({
  _id: id.describe("Identifier of the delivery."),
  event: z.enum(EVENT_KINDS),
  event_id: z
    .string()
    .describe("Identifier of the event. Retries, replays and other webhooks send the same value."),
  status: z.enum(DELIVERY_STATES),
  attempts: z.array(deliveryAttempt),
  createdAt: time,
});

/** POST /v1/webhooks/{webhookId}/test and /v1/webhooks/deliveries/{deliveryId}/replay. */
export const deliveryAnswer = z.object({ success, data: delivery });

/** GET /v1/webhooks/{webhookId}/deliveries. */
export const deliveriesAnswer = z.object({ success, data: z.array(delivery), pagination });

export type DeliveryState = (typeof DELIVERY_STATES)[number];
export type DeliveryAttempt = z.infer<typeof deliveryAttempt>;
export type WebhookData = z.infer<typeof webhook>;
export type WebhookAnswer = z.infer<typeof webhookAnswer>;
export type WebhooksAnswer = z.infer<typeof webhooksAnswer>;
export type NewWebhookAnswer = z.infer<typeof newWebhookAnswer>;
export type RotationAnswer = z.infer<typeof rotationAnswer>;
export type WebhookDeletionAnswer = z.infer<typeof webhookDeletionAnswer>;
export type DeliveryData = z.infer<typeof delivery>;
export type DeliveryAnswer = z.infer<typeof deliveryAnswer>;
export type DeliveriesAnswer = z.infer<typeof deliveriesAnswer>;
