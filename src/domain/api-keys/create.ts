// Creates an API key for the caller's account.
import { createId } from "../../lib/ids.ts";
import { createApiKey, hashApiKey, keyPrefix } from "../../lib/secrets.ts";
import { insertKey } from "../../storage/api-keys.ts";
import type { Context } from "../context.ts";
import type { Caller } from "./authenticate.ts";

/** Returns the complete key. The service stores only its hash. `name`: 1 to 100 printable characters. */
export async function createKey(ctx: Context, caller: Caller, name: string): Promise<string> {
  const key = createApiKey();
  const createdAt = ctx.clock();
  await insertKey(ctx.db, {
    id: createId(createdAt),
    accountId: caller.accountId,
    name,
    secretHash: await hashApiKey(key),
    prefix: keyPrefix(key),
    createdAt,
  });
  return key;
}
