// Finds the monitor of a request if the caller owns it.
import { ServiceError } from "../../contract/errors.ts";
import { findMonitor } from "../../storage/monitors.ts";
import type { Caller } from "../api-keys/authenticate.ts";
import type { Context } from "../context.ts";
import type { MonitorWithRuns } from "./monitor.ts";

/** Throws ServiceError: not_found, or forbidden if another account owns the monitor. */
export async function getOwnedMonitor(
  ctx: Context,
  { accountId }: Pick<Caller, "accountId">,
  id: string,
): Promise<MonitorWithRuns> {
  const monitor = await findMonitor(ctx.db, id);
  if (monitor === undefined) throw new ServiceError("not_found");
  if (monitor.accountId === accountId) return monitor;
  throw new ServiceError("forbidden", { message: "This monitor is owned by another account." });
}
