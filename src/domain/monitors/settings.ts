// Converts the settings of a monitor to the columns that store them.
import type { CaptureOptions } from "../../contract/capture-options.ts";
import { findInsecureCookies } from "../../contract/cookies.ts";
import { ServiceError } from "../../contract/errors.ts";
import type { MonitorSchedule } from "../../contract/monitor-schedule.ts";
import { canonicalJson } from "../../lib/canonical-json.ts";
import { createId } from "../../lib/ids.ts";
import { MAX_MESSAGE_BYTES, sizeOf } from "../../lib/queue-chunks.ts";
import { nextRunTime } from "../../lib/run-schedule.ts";
import type { CaptureOrder } from "../../contract/queued-capture.ts";
import type { Caller } from "../api-keys/authenticate.ts";
import { assertComparable } from "../comparisons/compare-screenshots.ts";
import type { Context } from "../context.ts";
import { openOrder, sealOrder } from "../screenshots/batch/capture-order.ts";
import { getOwned } from "../screenshots/records/get-owned.ts";

/**
 * Returns the content of the monitor's queue messages. Throws ServiceError(invalid_options) if it is too large for a
 * message.
 */
export async function orderOf(
  ctx: Context,
  options: CaptureOptions,
  ignoreSelectors: string[],
): Promise<CaptureOrder> {
  const sealed = await sealOrder(ctx, withoutCache(options));
  const order = withInvisible(sealed, ignoreSelectors);
  if (sizeOf({ screenshotId: createId(ctx.clock()), ...order }) <= MAX_MESSAGE_BYTES) return order;
  throw new ServiceError("invalid_options", {
    details: { options: `must take at most ${MAX_MESSAGE_BYTES / 1000} KB in a monitor` },
  });
}

/** Returns whether the captures of an order have exactly these options. */
export async function hasOptions(
  ctx: Context,
  order: CaptureOrder,
  options: CaptureOptions,
): Promise<boolean> {
  const current = await openOrder(ctx, order).catch(() => undefined);
  return canonicalJson(current) === canonicalJson(withoutCache(options));
}

/** Throws ServiceError(invalid_options) if browsers refuse a cookie of the options for this URL. */
export function assertCookiesSecure(options: CaptureOptions | undefined, url: string): void {
  const found = findInsecureCookies(options, { url });
  if (found.length === 0) return;
  const details = found.map(([path, message]): [string, string] => [
    ["options", ...path].join("."),
    message,
  ]);
  throw new ServiceError("invalid_options", { details: Object.fromEntries(details) });
}

/** A cached image would hide a change. */
function withoutCache(options: CaptureOptions): CaptureOptions {
  return { ...options, cache_ttl: 0 };
}

/** Replaces the selectors of invisible elements in an order. */
export function withInvisible(
  { invisibleSelectors: _previous, ...order }: CaptureOrder,
  selectors: string[],
): CaptureOrder {
  return selectors.length === 0 ? order : { ...order, invisibleSelectors: selectors };
}

/**
 * Returns the pinned screenshot, or null for `previous`. Throws ServiceError: not_found, forbidden, image_gone, or
 * invalid_options if the screenshot cannot be compared.
 */
export async function baselineOf(
  ctx: Context,
  caller: Caller,
  baseline: string,
): Promise<string | null> {
  if (baseline === "previous") return null;
  return assertComparable("baseline", await getOwned(ctx, caller, baseline)).id;
}

/** Returns the first run of a schedule. Throws ServiceError(invalid_options) if there is none. */
export function firstRunAt(ctx: Context, schedule: MonitorSchedule, id: string): Date {
  const at = nextRunTime(schedule, id, { now: ctx.clock() });
  if (at !== undefined) return at;
  throw new ServiceError("invalid_options", { details: { schedule: "never matches a date" } });
}
