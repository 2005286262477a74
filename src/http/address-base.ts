// The base of image URLs in responses and pages.
import type { Context } from "hono";
import type { AddressBase } from "../domain/screenshots/records/describe.ts";
import type { AppEnv } from "./hono.ts";

export function addressBase(c: Context<AppEnv>): AddressBase {
  return { cdnUrl: c.var.ctx.config.cdnUrl, serviceOrigin: new URL(c.req.url).origin };
}
