// Webhooks to test with, and what their receivers got.
import { Webhook } from "standardwebhooks";
import { expect, inject } from "vitest";
import type { EventPayload } from "../../src/contract/events.ts";
import type { DeliveryData, NewWebhookAnswer } from "../../src/contract/webhooks.ts";
import type { createApi } from "./api.ts";
import { expectDocumentedEvent } from "./openapi.ts";

type Api = ReturnType<typeof createApi>;

type Received = { headers: Record<string, string>; body: string };

const { origin } = inject("receivers");

/** An address that no other test uses; `behaviour` as in receivers.ts. */
export function freshReceiver(behaviour = "") {
  const path = `/${crypto.randomUUID()}`;
  return {
    url: `${origin}${path}?${behaviour}`,
    async received(): Promise<Received[]> {
      const answer = await fetch(`${origin}/__received?at=${path}`);
      return answer.json<Received[]>();
    },
  };
}

export async function makeWebhook(
  api: Api,
  key: string,
  settings: Record<string, unknown>,
): Promise<NewWebhookAnswer["data"]> {
  const answer = await api.post("/v1/webhooks", settings, { key });
  expect(answer.status).toBe(201);
  return (await answer.json<NewWebhookAnswer>()).data;
}

/** Newest first. */
export async function deliveriesOf(api: Api, key: string, id: string): Promise<DeliveryData[]> {
  const answer = await api.get(`/v1/webhooks/${id}/deliveries?limit=100`, { key });
  return (await answer.json<{ data: DeliveryData[] }>()).data;
}

/** What was sent, if its signature is good and it is as the OpenAPI document says. Throws otherwise. */
export function verify(secret: string, { headers, body }: Received): EventPayload {
  const payload = new Webhook(secret).verify(body, headers) as EventPayload;
  expectDocumentedEvent(payload);
  return payload;
}
