// POST /v1/capture/batch (SPEC.md).
import { batchBody } from "../../contract/capture-batch.ts";
import { queueBatch } from "../../domain/screenshots/queue-batch.ts";
import { factory } from "../hono.ts";
import { allowMethods } from "../middleware/allow-methods.ts";
import { jsonBody } from "../middleware/json-body.ts";
import { presentBatch } from "../present-screenshot.ts";
import { validate } from "../validate.ts";

export const captureBatchRoutes = factory
  .createApp()
  .all("/v1/capture/batch", allowMethods("POST"))
  .post("/v1/capture/batch", jsonBody(), validate("json", batchBody), async (c) => {
    const batch = await queueBatch(c.var.ctx, c.var.caller, c.req.valid("json"));
    return c.json(presentBatch(batch), 201);
  });
