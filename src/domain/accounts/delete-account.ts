// Deletes an account with everything in it: images, records, keys, webhooks, logins.
import { deleteAccount } from "../../storage/accounts.ts";
import { revokeKeys } from "../../storage/api-keys.ts";
import { selectDiffImages } from "../../storage/comparisons.ts";
import { deleteRecords, selectRecordsToDelete } from "../../storage/screenshot-records.ts";
import { demoteAccount } from "../../storage/operators.ts";
import { hasPassword } from "../../storage/users.ts";
import type { Context } from "../context.ts";
import { reauthenticate } from "./reauthenticate.ts";
import type { Refused } from "./sign-in.ts";
import type { Viewer } from "./viewer.ts";

/** What R2 removes in one call, thumbnails included. */
const RECORDS_PER_STEP = 500;

export type Removal =
  | { refused?: undefined }
  | Refused
  /** The next to sign up would take the only operator's place, and see every account. */
  | { refused: "only_operator" };

/**
 * `password`: of the viewer, who has none only when they came from GitHub. May be called again when it failed half-way:
 * the logins go last.
 */
export async function removeAccount(
  ctx: Context,
  request: Request,
  viewer: Viewer,
  password: string,
): Promise<Removal> {
  if (await hasPassword(ctx.db, viewer.userId)) {
    const refused = await reauthenticate(ctx, request, viewer, password);
    if (refused !== undefined) return refused;
  }
  const { accountId } = viewer.caller;
  if (!(await demoteAccount(ctx.db, accountId))) return { refused: "only_operator" };
  // Nothing new may come while the rest goes.
  await revokeKeys(ctx.db, accountId, ctx.clock());
  for (;;) {
    const records = await selectRecordsToDelete(ctx.db, accountId, RECORDS_PER_STEP);
    if (records.length === 0) break;
    // Images first: what a failure leaves behind is a record by which they are found again.
    const ids = records.map(({ id }) => id);
    const diffs = await selectDiffImages(ctx.db, ids);
    await ctx.images.remove([
      ...records.flatMap(({ imageKey }) => imageKey ?? []),
      ...diffs.map(({ key }) => key),
    ]);
    await deleteRecords(ctx.db, ids);
  }
  await deleteAccount(ctx.db, accountId);
  return {};
}
