// Lists the caller's active keys, newest first.
import { type ApiKey, selectKeys } from "../../storage/api-keys.ts";
import type { Context } from "../context.ts";
import type { Caller } from "./authenticate.ts";

export type { ApiKey } from "../../storage/api-keys.ts";

export function listKeys(ctx: Context, { accountId }: Caller): Promise<ApiKey[]> {
  return selectKeys(ctx.db, accountId);
}
