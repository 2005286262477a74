// Where the images on a page are found.
import type { Context } from "hono";
import type { AddressBase } from "../domain/screenshots/describe.ts";
import type { AppEnv } from "../http/hono.ts";

export function addressBase(c: Context<AppEnv>): AddressBase {
  return { cdnUrl: c.var.ctx.config.cdnUrl, serviceOrigin: new URL(c.req.url).origin };
}
