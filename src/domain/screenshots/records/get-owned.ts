// The record that a request is about, if it is the caller's.
import { ServiceError } from "../../../contract/errors.ts";
import { findScreenshot } from "../../../storage/screenshot-records.ts";
import type { Caller } from "../../api-keys/authenticate.ts";
import type { Context } from "../../context.ts";
import type { Screenshot } from "./screenshot.ts";

/** Throws not_found when there is no such record, or no more, and forbidden when it is another account's. */
export async function getOwned(ctx: Context, caller: Caller, id: string): Promise<Screenshot> {
  const record = await findScreenshot(ctx.db, id);
  if (record === undefined) throw new ServiceError("not_found");
  if (record.accountId !== caller.accountId) throw new ServiceError("forbidden");
  return record;
}
