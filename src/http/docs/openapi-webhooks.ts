// The `webhooks` section of the OpenAPI document: the requests that the service sends.
import { EVENT_KINDS, type EventKind } from "../../contract/event-kinds.ts";
import { events } from "../../contract/events.ts";
import { type JsonSchema, eventSchemaReference } from "./json-schemas.ts";

/** Maps each header to its description. All but the last are defined by standardwebhooks.com. */
const headers: Record<string, string> = {
  "webhook-id": "The `event_id` of the event.",
  "webhook-timestamp": "Time of the delivery attempt: Unix time in seconds.",
  "webhook-signature":
    "`v1,` and the HMAC-SHA256 of `id.timestamp.body` in Base64. For 24 hours after a rotation of the secret: two " +
    "signatures, separated by a space.",
  "X-Webhook-Event": "The kind of event.",
};

/** Returns the `webhooks` object of OpenAPI 3.1. */
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
      "Sent to every webhook that selects this kind. Each event is delivered at least once, so the same `event_id` may " +
      "arrive again.",
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
      "2XX": { description: "The delivery succeeded. The service does not read the body." },
      default: { description: "The delivery failed. The service retries it." },
    },
  };
}
