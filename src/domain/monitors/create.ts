// Creates a monitor.
import { ServiceError } from "../../contract/errors.ts";
import { MAX_MONITORS_PER_ACCOUNT, type MonitorSettings } from "../../contract/monitors.ts";
import { foldBeyondAscii } from "../../lib/fold-case.ts";
import { createId } from "../../lib/ids.ts";
import { findMonitor, insertMonitor } from "../../storage/monitors.ts";
import type { Caller } from "../api-keys/authenticate.ts";
import type { Context } from "../context.ts";
import type { Once } from "../once.ts";
import { assertTargetAllowed } from "../screenshots/capture/preconditions.ts";
import type { MonitorWithRuns } from "./monitor.ts";
import { baselineOf, firstRunAt, orderOf } from "./settings.ts";

/**
 * A second call with the same `once` returns the monitor of the first call. Throws ServiceError: url_not_allowed,
 * invalid_options or monitor_limit_reached, and the errors of a pinned baseline: not_found, forbidden, image_gone.
 */
export async function createMonitor(
  ctx: Context,
  caller: Caller,
  { options, baseline, ...settings }: MonitorSettings,
  once?: Once,
): Promise<MonitorWithRuns> {
  const { url, schedule, compare } = settings;
  assertTargetAllowed(ctx, { kind: "url", url });
  const now = ctx.clock();
  const id = once?.id ?? createId(now);
  const monitor = {
    ...settings,
    id,
    accountId: caller.accountId,
    foldedUrl: foldBeyondAscii(url) ?? null,
    order: await orderOf(ctx, options, compare.ignoreSelectors),
    baselineId: await baselineOf(ctx, caller, baseline),
    seriesStartedAt: now,
    nextRunAt: firstRunAt(ctx, schedule, id),
    runningRunId: null,
    lastRunId: null,
    lastChangeId: null,
    failures: 0,
    createdAt: now,
    updatedAt: now,
  };
  if (await insertMonitor(ctx.db, monitor, MAX_MONITORS_PER_ACCOUNT)) {
    const suspended = caller.subscriptionStatus === "canceled";
    return { ...monitor, suspended, lastRun: undefined, lastChange: undefined };
  }
  const first = once === undefined ? undefined : await findMonitor(ctx.db, id);
  if (first !== undefined) return first;
  throw new ServiceError("monitor_limit_reached", { details: { limit: MAX_MONITORS_PER_ACCOUNT } });
}
