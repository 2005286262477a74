// Deletes an account with everything in it: images, records, keys, webhooks, logins.
import { deleteAccount } from "../../storage/accounts.ts";
import { revokeKeys } from "../../storage/api-keys.ts";
import { deleteRecords, selectRecordsToDelete } from "../../storage/screenshot-records.ts";
import { holdsAllOperators } from "../../storage/users.ts";
import type { Context } from "../context.ts";

/** What R2 removes in one call, thumbnails included. */
const RECORDS_PER_STEP = 500;

/**
 * May be called again when it failed half-way: the logins go last. False, and nothing is deleted, when the service would
 * be without an operator: the next to sign up would take its place, and see every account.
 */
export async function removeAccount(ctx: Context, accountId: string): Promise<boolean> {
  if (await holdsAllOperators(ctx.db, accountId)) return false;
  // Nothing new may come while the rest goes.
  await revokeKeys(ctx.db, accountId, ctx.clock());
  for (;;) {
    const records = await selectRecordsToDelete(ctx.db, accountId, RECORDS_PER_STEP);
    if (records.length === 0) break;
    // Images first: what a failure leaves behind is a record by which they are found again.
    await ctx.images.remove(records.flatMap(({ imageKey }) => imageKey ?? []));
    await deleteRecords(ctx.db, accountId, records.at(-1)?.id ?? "");
  }
  await deleteAccount(ctx.db, accountId);
  return true;
}
