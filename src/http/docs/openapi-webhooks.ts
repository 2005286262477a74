// The part of the OpenAPI document that says what the service sends, instead of what it answers.
import { EVENT_KINDS, type EventKind, events } from "../../contract/events.ts";
import { type JsonSchema, eventSchemaReference } from "./json-schemas.ts";

/** Header → what it is (standardwebhooks.com, but for the last). */
const headers: Record<string, string> = {
  "webhook-id": "The event_id.",
  "webhook-timestamp": "When it was sent: Unix time, seconds.",
  "webhook-signature":
    "`v1,` and the HMAC-SHA256 of `id.timestamp.body` in Base64; two of them, with a space between, for 24 hours after " +
    "the secret was rotated.",
  "X-Webhook-Event": "The kind of event.",
};

/** OpenAPI 3.1 "webhooks": kind of event → the request that is sent. */
export function describeWebhooks(): Record<EventKind, { post: JsonSchema }> {
  const entries = EVENT_KINDS.map((kind) => [kind, { post: describe(kind) }]);
  return Object.fromEntries(entries) as Record<EventKind, { post: JsonSchema }>;
}

function describe(kind: EventKind): JsonSchema {
  return {
    operationId: `on ${kind}`.replaceAll(/[ .](\w)/g, (_, first: string) => first.toUpperCase()),
    tags: ["Events"],
    summary: events[kind].when,
    description:
      "Sent to every webhook that wants this kind, at least once: the same `event_id` may arrive again.",
    security: [],
    parameters: Object.entries(headers).map(([name, description]) => ({
      name,
      in: "header",
      required: true,
      description,
      schema: { type: "string" },
    })),
    requestBody: {
      required: true,
      content: { "application/json": { schema: eventSchemaReference(kind) } },
    },
    responses: {
      "2XX": { description: "It has arrived; the body is not read." },
      default: { description: "It has not arrived, and is sent again." },
    },
  };
}
