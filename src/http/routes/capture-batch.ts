// POST /v1/capture/batch (docs/api.md "Batches").
import { batchBody } from "../../contract/capture-batch.ts";
import { queueBatch } from "../../domain/screenshots/batch/queue-batch.ts";
import { factory } from "../hono.ts";
import { allowMethods } from "../middleware/allow-methods.ts";
import { idempotency } from "../middleware/idempotency.ts";
import { jsonBody } from "../middleware/json-body.ts";
import { presentBatch } from "../present-screenshot.ts";
import { validate } from "../validate.ts";

export const captureBatchRoutes = factory
  .createApp()
  .all("/v1/capture/batch", allowMethods("POST"))
  .post("/v1/capture/batch", jsonBody(), validate("json", batchBody), idempotency(), async (c) => {
    const { ctx, caller, requestKey } = c.var;
    const batch = await queueBatch(ctx, caller, c.req.valid("json"), requestKey);
    if (batch.replayed) c.header("Idempotent-Replayed", "true");
    return c.json(presentBatch(batch), 201);
  });
