// POST /v1/compare (docs/decisions/comparisons.md).
import { compareBody } from "../../contract/compare.ts";
import { compareScreenshots } from "../../domain/comparisons/compare-screenshots.ts";
import { addressBase } from "../address-base.ts";
import { factory } from "../hono.ts";
import { allowMethods } from "../middleware/allow-methods.ts";
import { jsonBody } from "../middleware/json-body.ts";
import { presentComparison } from "../present-comparison.ts";
import { validate } from "../validate.ts";

export const compareRoutes = factory
  .createApp()
  .all("/v1/compare", allowMethods("POST"))
  .post("/v1/compare", jsonBody(), validate("json", compareBody), async (c) => {
    const comparison = await compareScreenshots(c.var.ctx, c.var.caller, c.req.valid("json"));
    return c.json(presentComparison(comparison, addressBase(c)), 201);
  });
