// Changes the settings of a monitor.
import type { MonitorChanges } from "../../contract/monitors.ts";
import { canonicalJson } from "../../lib/canonical-json.ts";
import { foldBeyondAscii } from "../../lib/fold-case.ts";
import { type MonitorUpdate, updateMonitor as update } from "../../storage/monitors.ts";
import type { Caller } from "../api-keys/authenticate.ts";
import type { Context } from "../context.ts";
import { openOrder } from "../screenshots/batch/capture-order.ts";
import { assertTargetAllowed } from "../screenshots/capture/preconditions.ts";
import { getOwnedMonitor } from "./get-owned.ts";
import type { MonitorWithRuns } from "./monitor.ts";
import {
  assertCookiesSecure,
  baselineOf,
  firstRunAt,
  hasOptions,
  orderOf,
  withInvisible,
} from "./settings.ts";

/** Throws ServiceError: not_found, forbidden, url_not_allowed, invalid_options, image_gone. */
export async function updateMonitor(
  ctx: Context,
  caller: Caller,
  id: string,
  body: MonitorChanges,
): Promise<MonitorWithRuns> {
  for (;;) {
    const monitor = await getOwnedMonitor(ctx, caller, id);
    const changes = await planChanges(ctx, caller, monitor, body);
    if (await update(ctx.db, monitor, changes)) return { ...monitor, ...changes };
    // A concurrent request has changed or deleted the monitor since it was read: apply the changes to its new state.
  }
}

async function planChanges(
  ctx: Context,
  caller: Caller,
  monitor: MonitorWithRuns,
  { options, baseline, compare: given, ...settings }: MonitorChanges,
): Promise<MonitorUpdate> {
  const { url, schedule, enabled } = settings;
  if (url !== undefined || options !== undefined) {
    // If the stored secrets cannot be read, the next run reports it.
    const current = options ?? (await openOrder(ctx, monitor.order).catch(() => undefined));
    assertCookiesSecure(current, url ?? monitor.url);
  }
  const compare = { ...monitor.compare, ...given };
  if (url !== undefined) assertTargetAllowed(ctx, { kind: "url", url });
  const now = ctx.clock();
  // Two updates never have the same time, because each one applies to the state with a certain time.
  const updatedAt = new Date(Math.max(now.getTime(), monitor.updatedAt.getTime() + 1));
  const changes: MonitorUpdate = { ...settings, compare, updatedAt };

  if (url !== undefined) changes.foldedUrl = foldBeyondAscii(url) ?? null;
  const { ignoreSelectors } = compare;
  const hidesOthers = ignoreSelectors.join() !== monitor.compare.ignoreSelectors.join();
  // Start a new series only when a value differs, because the first run of a series reports no change.
  const hasOtherOptions = options !== undefined && !(await hasOptions(ctx, monitor.order, options));
  if (hasOtherOptions) changes.order = await orderOf(ctx, options, ignoreSelectors);
  else if (hidesOthers) changes.order = withInvisible(monitor.order, ignoreSelectors);
  const isOtherPage = url !== undefined && url !== monitor.url;
  if (isOtherPage || changes.order !== undefined) changes.seriesStartedAt = now;

  if (baseline !== undefined) changes.baselineId = await baselineOf(ctx, caller, baseline);
  const resumes = enabled === true && !monitor.enabled;
  const isOtherSchedule =
    schedule !== undefined && canonicalJson(schedule) !== canonicalJson(monitor.schedule);
  if (isOtherSchedule || resumes) {
    changes.nextRunAt = firstRunAt(ctx, schedule ?? monitor.schedule, monitor.id);
  }
  return changes;
}
