// Revokes a key. Requests with this key fail immediately.
import { ServiceError } from "../../contract/errors.ts";
import { markKeyRevoked } from "../../storage/api-keys.ts";
import type { Context } from "../context.ts";
import type { Caller } from "./authenticate.ts";

/** Throws ServiceError(not_found) if the account has no such key, or if it was revoked before. */
export async function revokeKey(ctx: Context, { accountId }: Caller, id: string): Promise<void> {
  if (!(await markKeyRevoked(ctx.db, { id, accountId }, ctx.clock())))
    throw new ServiceError("not_found");
}
