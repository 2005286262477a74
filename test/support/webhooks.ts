// Creates webhooks and reads the events that their receivers have received.
import { Webhook } from "standardwebhooks";
import { expect, inject } from "vitest";
import type { EventPayload } from "../../src/contract/events.ts";
import type { DeliveryData, NewWebhookAnswer } from "../../src/contract/webhooks.ts";
import type { createApi } from "./api.ts";
import { expectDocumentedEvent } from "./openapi.ts";

type Api = ReturnType<typeof createApi>;

type Received = { headers: Record<string, string>; body: string };

const { origin } = inject("receivers");

/** Returns a receiver with a unique URL. `behaviour` is a query string that receivers.ts understands. */
export function createReceiver(behaviour = "") {
  const path = `/${crypto.randomUUID()}`;
  return {
    url: `${origin}${path}?${behaviour}`,
    async received(): Promise<Received[]> {
      const response = await fetch(`${origin}/__received?at=${path}`);
      return response.json<Received[]>();
    },
  };
}

export async function createWebhook(
  api: Api,
  key: string,
  settings: Record<string, unknown>,
): Promise<NewWebhookAnswer["data"]> {
  const response = await api.post("/v1/webhooks", settings, { key });
  expect(response.status).toBe(201);
  return (await response.json<NewWebhookAnswer>()).data;
}

/** Returns the deliveries of a webhook, newest first. */
export async function listDeliveries(api: Api, key: string, id: string): Promise<DeliveryData[]> {
  const response = await api.get(`/v1/webhooks/${id}/deliveries?limit=100`, { key });
  return (await response.json<{ data: DeliveryData[] }>()).data;
}

/** Returns the event of a request. Throws when its signature or its structure is wrong. */
export function verify(secret: string, { headers, body }: Received): EventPayload {
  const payload = new Webhook(secret).verify(body, headers) as EventPayload;
  expectDocumentedEvent(payload);
  return payload;
}
