// The monitors under /v1/monitors and their runs (docs/decisions/monitors.md).
import { monitorChangesBody, newMonitorBody, runsQuery } from "../../contract/monitors.ts";
import { createMonitor } from "../../domain/monitors/create.ts";
import { getOwnedMonitor } from "../../domain/monitors/get-owned.ts";
import { listMonitors, listRuns } from "../../domain/monitors/list.ts";
import { removeMonitor } from "../../domain/monitors/remove.ts";
import { runNow } from "../../domain/monitors/run-now.ts";
import { updateMonitor } from "../../domain/monitors/update.ts";
import { addressBase } from "../address-base.ts";
import { factory } from "../hono.ts";
import { allowMethods } from "../middleware/allow-methods.ts";
import { jsonBody } from "../middleware/json-body.ts";
import {
  presentMonitor,
  presentMonitorDeletion,
  presentMonitors,
  presentRun,
  presentRuns,
} from "../present-monitor.ts";
import { validate } from "../validate.ts";

export const monitorRoutes = factory
  .createApp()
  .all("/v1/monitors", allowMethods("GET", "HEAD", "POST"))
  .get("/v1/monitors", async (c) => {
    return c.json(presentMonitors(await listMonitors(c.var.ctx, c.var.caller), addressBase(c)));
  })
  .post("/v1/monitors", jsonBody(), validate("json", newMonitorBody), async (c) => {
    const created = await createMonitor(c.var.ctx, c.var.caller, c.req.valid("json"));
    return c.json(presentMonitor(created, addressBase(c)), 201);
  })

  .all("/v1/monitors/:id/run", allowMethods("POST"))
  .post("/v1/monitors/:id/run", async (c) => {
    const run = await runNow(c.var.ctx, c.var.caller, c.req.param("id"));
    return c.json(presentRun(run, addressBase(c)), 201);
  })

  .all("/v1/monitors/:id/runs", allowMethods("GET", "HEAD"))
  .get("/v1/monitors/:id/runs", validate("query", runsQuery), async (c) => {
    const { ctx, caller } = c.var;
    const page = await listRuns(ctx, caller, c.req.param("id"), c.req.valid("query"));
    return c.json(presentRuns(page, addressBase(c)));
  })

  .all("/v1/monitors/:id", allowMethods("GET", "HEAD", "PUT", "DELETE"))
  .get("/v1/monitors/:id", async (c) => {
    const monitor = await getOwnedMonitor(c.var.ctx, c.var.caller, c.req.param("id"));
    return c.json(presentMonitor(monitor, addressBase(c)));
  })
  .put("/v1/monitors/:id", jsonBody(), validate("json", monitorChangesBody), async (c) => {
    const { ctx, caller } = c.var;
    const updated = await updateMonitor(ctx, caller, c.req.param("id"), c.req.valid("json"));
    return c.json(presentMonitor(updated, addressBase(c)));
  })
  .delete("/v1/monitors/:id", async (c) => {
    const id = c.req.param("id");
    await removeMonitor(c.var.ctx, c.var.caller, id);
    return c.json(presentMonitorDeletion(id));
  });
