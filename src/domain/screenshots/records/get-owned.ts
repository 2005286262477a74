// Reads a record of the caller.
import { ServiceError } from "../../../contract/errors.ts";
import { findScreenshot } from "../../../storage/screenshot-records.ts";
import type { Caller } from "../../api-keys/authenticate.ts";
import type { Context } from "../../context.ts";
import type { Screenshot } from "./screenshot.ts";

/** Throws ServiceError: not_found if the record does not exist or is deleted, forbidden if another account owns it. */
export async function getOwned(ctx: Context, caller: Caller, id: string): Promise<Screenshot> {
  return assertOwned(caller, await findScreenshot(ctx.db, id));
}

/** Throws the same errors as getOwned(). */
export function assertOwned(caller: Caller, record: Screenshot | undefined): Screenshot {
  if (record === undefined) throw new ServiceError("not_found");
  if (record.accountId !== caller.accountId) throw new ServiceError("forbidden");
  return record;
}
