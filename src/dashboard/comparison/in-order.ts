// The order of two selected screenshots.
import { ServiceError } from "../../contract/errors.ts";
import type { Caller } from "../../domain/api-keys/authenticate.ts";
import type { Context } from "../../domain/context.ts";
import { getOwned } from "../../domain/screenshots/records/get-owned.ts";

/**
 * Returns the ids of two screenshots, the earlier one first. Throws ServiceError(invalid_options) for another number of
 * screenshots.
 */
export async function inOrder(
  ctx: Context,
  caller: Caller,
  ids: string[],
): Promise<[before: string, after: string]> {
  const records = await Promise.all(ids.slice(0, 3).map((id) => getOwned(ctx, caller, id)));
  const [before, after, third] = records.toSorted(
    (a, b) => a.createdAt.getTime() - b.createdAt.getTime(),
  );
  if (before === undefined || after === undefined || third !== undefined) {
    throw new ServiceError("invalid_options", {
      message: "A comparison needs two screenshots. Go back and select two.",
    });
  }
  return [before.id, after.id];
}
