// Reads a record of the caller.
import { ServiceError } from "../../../contract/errors.ts";
import { findScreenshot } from "../../../storage/screenshot-records.ts";
import type { Caller } from "../../api-keys/authenticate.ts";
import type { Context } from "../../context.ts";
import type { Screenshot } from "./screenshot.ts";

/** Throws ServiceError: not_found if the record does not exist or is deleted, forbidden if another account owns it. */
export async function getOwned(ctx: Context, caller: Caller, id: string): Promise<Screenshot> {
  const record = await findScreenshot(ctx.db, id);
  if (record === undefined) throw new ServiceError("not_found");
  if (record.accountId !== caller.accountId) throw new ServiceError("forbidden");
  return record;
}
