// Deletes an account with its images, records, monitors, keys, webhooks and logins.
import { deleteAccount } from "../../storage/accounts.ts";
import { revokeKeys } from "../../storage/api-keys.ts";
import { selectDiffImages } from "../../storage/comparisons.ts";
import { deleteMonitors } from "../../storage/monitors.ts";
import { deleteRecords, selectRecordsToDelete } from "../../storage/screenshot-records.ts";
import { deleteRowsOfAccount } from "../../storage/owned-rows.ts";
import { demoteAccount } from "../../storage/operators.ts";
import { hasPassword } from "../../storage/users.ts";
import type { Context } from "../context.ts";
import { removeArchives } from "../screenshots/maintenance/archive-records.ts";
import type { Refused } from "./sign-in.ts";
import { throttle } from "./throttle.ts";
import type { Viewer } from "./viewer.ts";

/** R2 deletes at most 1,000 objects per call, and each record has an image and a thumbnail. */
const RECORDS_PER_STEP = 500;

export type Removal =
  | { refused?: undefined }
  | Refused
  /** Without an operator, the next user to sign up would become operator and see every account. */
  | { refused: "only_operator" };

/**
 * Deletes the viewer's account. `password` is ignored for users without a password. The logins are deleted last, so that
 * the user can call this again after a failure.
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
  // Prevent new captures during the deletion.
  await revokeKeys(ctx.db, accountId, ctx.clock());
  await deleteRowsOfAccount(ctx.db, accountId);
  await deleteMonitors(ctx.db, accountId);
  for (;;) {
    const records = await selectRecordsToDelete(ctx.db, accountId, RECORDS_PER_STEP);
    if (records.length === 0) break;
    // Delete images before their records: after a failure, the remaining records still name the images.
    const ids = records.map(({ id }) => id);
    const diffs = await selectDiffImages(ctx.db, ids);
    await ctx.images.remove([
      ...records.flatMap(({ imageKey }) => imageKey ?? []),
      ...diffs.map(({ key }) => key),
    ]);
    await deleteRecords(ctx.db, ids);
  }
  await removeArchives(ctx, accountId);
  await deleteAccount(ctx.db, accountId);
  return {};
}

/** Returns undefined if the password is correct. Attempts are throttled like sign-ins. */
async function reauthenticate(
  ctx: Context,
  request: Request,
  { email }: Viewer,
  password: string,
): Promise<Refused | undefined> {
  const retryAfterSeconds = await throttle(ctx, request, email);
  if (retryAfterSeconds !== undefined) return { refused: "too_many_attempts", retryAfterSeconds };
  const isRight = await ctx.identity.verifyPassword(request, password);
  return isRight ? undefined : { refused: "invalid_credentials" };
}
