// The webhooks under /v1/webhooks and their deliveries (docs/decisions/events.md).
import { deliveriesQuery, newWebhookBody, webhookChangesBody } from "../../contract/webhooks.ts";
import { createWebhook } from "../../domain/webhooks/create.ts";
import { getOwnedWebhook } from "../../domain/webhooks/get-owned.ts";
import { listDeliveries, listWebhooks } from "../../domain/webhooks/list.ts";
import { removeWebhook } from "../../domain/webhooks/remove.ts";
import { replayDelivery } from "../../domain/webhooks/replay.ts";
import { rotateWebhookSecret } from "../../domain/webhooks/rotate-secret.ts";
import { testWebhook } from "../../domain/webhooks/send-test.ts";
import { updateWebhook } from "../../domain/webhooks/update.ts";
import { factory } from "../hono.ts";
import { allowMethods } from "../middleware/allow-methods.ts";
import { jsonBody } from "../middleware/json-body.ts";
import {
  presentDeliveries,
  presentDelivery,
  presentNewWebhook,
  presentRotation,
  presentWebhook,
  presentWebhookDeletion,
  presentWebhooks,
} from "../present-webhook.ts";
import { validate } from "../validate.ts";

export const webhookRoutes = factory
  .createApp()
  .all("/v1/webhooks", allowMethods("GET", "HEAD", "POST"))
  .get("/v1/webhooks", async (c) => {
    return c.json(presentWebhooks(await listWebhooks(c.var.ctx, c.var.caller)));
  })
  .post("/v1/webhooks", jsonBody(), validate("json", newWebhookBody), async (c) => {
    const { origin } = new URL(c.req.url);
    const made = await createWebhook(c.var.ctx, c.var.caller, c.req.valid("json"), origin);
    return c.json(presentNewWebhook(made), 201);
  })

  .all("/v1/webhooks/deliveries/:id/replay", allowMethods("POST"))
  .post("/v1/webhooks/deliveries/:id/replay", async (c) => {
    return c.json(
      presentDelivery(await replayDelivery(c.var.ctx, c.var.caller, c.req.param("id"))),
    );
  })

  .all("/v1/webhooks/:id/deliveries", allowMethods("GET", "HEAD"))
  .get("/v1/webhooks/:id/deliveries", validate("query", deliveriesQuery), async (c) => {
    const { ctx, caller } = c.var;
    const page = await listDeliveries(ctx, caller, c.req.param("id"), c.req.valid("query"));
    return c.json(presentDeliveries(page));
  })

  .all("/v1/webhooks/:id/test", allowMethods("POST"))
  .post("/v1/webhooks/:id/test", async (c) => {
    const delivery = await testWebhook(c.var.ctx, c.var.caller, c.req.param("id"));
    return c.json(presentDelivery(delivery), 201);
  })

  .all("/v1/webhooks/:id/rotate-secret", allowMethods("POST"))
  .post("/v1/webhooks/:id/rotate-secret", async (c) => {
    const rotation = await rotateWebhookSecret(c.var.ctx, c.var.caller, c.req.param("id"));
    return c.json(presentRotation(rotation));
  })

  .all("/v1/webhooks/:id", allowMethods("GET", "HEAD", "PUT", "DELETE"))
  .get("/v1/webhooks/:id", async (c) => {
    return c.json(
      presentWebhook(await getOwnedWebhook(c.var.ctx, c.var.caller, c.req.param("id"))),
    );
  })
  .put("/v1/webhooks/:id", jsonBody(), validate("json", webhookChangesBody), async (c) => {
    const { ctx, caller } = c.var;
    const { origin } = new URL(c.req.url);
    const id = c.req.param("id");
    return c.json(
      presentWebhook(await updateWebhook(ctx, caller, id, c.req.valid("json"), origin)),
    );
  })
  .delete("/v1/webhooks/:id", async (c) => {
    const id = c.req.param("id");
    await removeWebhook(c.var.ctx, c.var.caller, id);
    return c.json(presentWebhookDeletion(id));
  });
