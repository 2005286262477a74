// The webhook methods of the client.
import type {
  DeliveriesAnswer,
  DeliveryAnswer,
  NewWebhookAnswer,
  NewWebhookInput,
  RotationAnswer,
  WebhookAnswer,
  WebhookChangesInput,
  WebhooksAnswer,
} from "../contract/webhooks.ts";
import type { Call, Data, Send } from "./send.ts";

/** Creates the webhook methods. Each one throws EdgeshotError when the service returns an error. */
export function createWebhooks(send: Send) {
  // `never` lets each method declare the response type of the contract.
  const data = async (path: string, call?: Call) => {
    const answer = await send(`/v1/webhooks${path}`, call);
    return (await answer.json<{ data: never }>()).data;
  };
  const of = (id: string) => `/${encodeURIComponent(id)}`;
  return {
    list: (): Data<WebhooksAnswer> => data(""),
    /** Creates a webhook. Only this response contains the secret. */
    create: (body: NewWebhookInput): Data<NewWebhookAnswer> => data("", { method: "POST", body }),
    get: (id: string): Data<WebhookAnswer> => data(of(id)),
    update: (id: string, body: WebhookChangesInput): Data<WebhookAnswer> =>
      data(of(id), { method: "PUT", body }),
    delete: async (id: string): Promise<void> => {
      await send(`/v1/webhooks${of(id)}`, { method: "DELETE" });
    },
    /** Sends a test.ping and returns its delivery after the first attempt. */
    test: (id: string): Data<DeliveryAnswer> => data(`${of(id)}/test`, { method: "POST" }),
    rotateSecret: (id: string): Data<RotationAnswer> =>
      data(`${of(id)}/rotate-secret`, { method: "POST" }),
    /** Returns one page of deliveries, newest first. */
    deliveries: (
      id: string,
      query: { page?: number; limit?: number } = {},
    ): Data<DeliveriesAnswer> => data(`${of(id)}/deliveries`, { query }),
    replay: (deliveryId: string): Data<DeliveryAnswer> =>
      data(`/deliveries${of(deliveryId)}/replay`, { method: "POST" }),
  };
}
