// Changes the name and the expiry of a key.
import { ServiceError } from "../../contract/errors.ts";
import { type ApiKey, findKey, updateKey } from "../../storage/api-keys.ts";
import type { Context } from "../context.ts";
import type { Caller } from "./authenticate.ts";

/** Throws ServiceError(not_found) if the account has no such key, or if it is revoked. */
export async function getOwnedKey(
  ctx: Context,
  { accountId }: Caller,
  id: string,
): Promise<ApiKey> {
  const key = await findKey(ctx.db, { id, accountId });
  if (key === undefined) throw new ServiceError("not_found");
  return key;
}

/** `expiresAt`: null for a key that does not expire. Throws ServiceError(not_found) like getOwnedKey(). */
export async function changeKey(
  ctx: Context,
  { accountId }: Caller,
  id: string,
  changes: { name: string; expiresAt: Date | null },
): Promise<void> {
  if (!(await updateKey(ctx.db, { id, accountId }, changes))) throw new ServiceError("not_found");
}
