// Deletes a monitor and its runs. The screenshots of its runs remain.
import { ServiceError } from "../../contract/errors.ts";
import { deleteMonitor } from "../../storage/monitors.ts";
import { deleteRuns } from "../../storage/owned-rows.ts";
import type { Caller } from "../api-keys/authenticate.ts";
import type { Context } from "../context.ts";
import { getOwnedMonitor } from "./get-owned.ts";

/** Throws ServiceError: not_found or forbidden. */
export async function removeMonitor(
  ctx: Context,
  caller: Pick<Caller, "accountId">,
  id: string,
): Promise<void> {
  const monitor = await getOwnedMonitor(ctx, caller, id);
  await deleteRuns(ctx.db, monitor.id);
  if (!(await deleteMonitor(ctx.db, monitor.id))) throw new ServiceError("not_found");
}
