// The records under /v1/screenshots and the usage of the account (docs/api.md "Records").
import type { Context } from "hono";
import { listQuery, updateBody } from "../../contract/screenshot-requests.ts";
import { getUsage } from "../../domain/accounts/get-usage.ts";
import { assertOwned, getOwned } from "../../domain/screenshots/records/get-owned.ts";
import { listScreenshots } from "../../domain/screenshots/records/list.ts";
import { removeScreenshot } from "../../domain/screenshots/records/remove.ts";
import { updateScreenshotDetails } from "../../domain/screenshots/records/update.ts";
import type { Screenshot } from "../../domain/screenshots/records/screenshot.ts";
import { addressBase } from "../address-base.ts";
import { type AppEnv, factory } from "../hono.ts";
import { allowMethods } from "../middleware/allow-methods.ts";
import { jsonBody } from "../middleware/json-body.ts";
import {
  presentPage,
  presentRemoved,
  presentScreenshot,
  presentStatus,
} from "../present-screenshot.ts";
import { presentUsage } from "../present-usage.ts";
import { validate } from "../validate.ts";

export const screenshotRoutes = factory
  .createApp()
  .all("/v1/screenshots", allowMethods("GET", "HEAD"))
  .get("/v1/screenshots", validate("query", listQuery), async (c) => {
    const page = await listScreenshots(c.var.ctx, c.var.caller, c.req.valid("query"));
    return c.json(presentPage(page, addressBase(c)));
  })

  // Must precede /:id, which matches "usage", too.
  .all("/v1/screenshots/usage", allowMethods("GET", "HEAD"))
  .get("/v1/screenshots/usage", async (c) => {
    const usage = await getUsage(c.var.ctx, c.var.caller);
    return c.json(presentUsage(c.var.caller, usage));
  })

  .all("/v1/screenshots/:id/status", allowMethods("GET", "HEAD"))
  .get("/v1/screenshots/:id/status", async (c) => {
    const record = await getRecord(c, c.req.param("id"));
    return c.json(presentStatus(record, addressBase(c)));
  })

  .all("/v1/screenshots/:id", allowMethods("GET", "HEAD", "PUT", "DELETE"))
  .get("/v1/screenshots/:id", async (c) => {
    const record = await getRecord(c, c.req.param("id"));
    return c.json(presentScreenshot(record, addressBase(c)));
  })
  .put("/v1/screenshots/:id", jsonBody(), validate("json", updateBody), async (c) => {
    const { ctx, caller } = c.var;
    const record = await updateScreenshotDetails(
      ctx,
      caller,
      c.req.param("id"),
      c.req.valid("json"),
    );
    return c.json(presentScreenshot(record, addressBase(c)));
  })
  .delete("/v1/screenshots/:id", async (c) => {
    const removed = await removeScreenshot(c.var.ctx, c.var.caller, c.req.param("id"));
    return c.json(presentRemoved(removed));
  });

/** Returns the record of the path, which was read with the key, unless its id has a wrong format. */
async function getRecord(c: Context<AppEnv>, id: string): Promise<Screenshot> {
  const { ctx, caller, record } = c.var;
  return record === undefined ? getOwned(ctx, caller, id) : assertOwned(caller, record.found);
}
