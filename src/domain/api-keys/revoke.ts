// Ends a key: no request with it succeeds from now on.
import { ServiceError } from "../../contract/errors.ts";
import { markKeyRevoked } from "../../storage/api-keys.ts";
import type { Context } from "../context.ts";
import type { Caller } from "./authenticate.ts";

/** Throws not_found when the caller has no such key, or no more. */
export async function revokeKey(ctx: Context, { accountId }: Caller, id: string): Promise<void> {
  const revokedAt = ctx.clock();
  if (!(await markKeyRevoked(ctx.db, { id, accountId, revokedAt })))
    throw new ServiceError("not_found");
}
