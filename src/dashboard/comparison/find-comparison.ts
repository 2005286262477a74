// Finds what the comparison page shows: the stored comparison of a run, or two screenshots compared now.
import type { Context } from "hono";
import { compareBody, type CompareAnswer } from "../../contract/compare.ts";
import { ServiceError } from "../../contract/errors.ts";
import type { MonitorData, RunData } from "../../contract/monitors.ts";
import type { ScreenshotAnswer } from "../../contract/screenshot.ts";
import { compareScreenshots } from "../../domain/comparisons/compare-screenshots.ts";
import { getOwnedMonitor } from "../../domain/monitors/get-owned.ts";
import { getOwnedRun } from "../../domain/monitors/history.ts";
import { getOwned } from "../../domain/screenshots/records/get-owned.ts";
import { addressBase } from "../../http/address-base.ts";
import type { AppEnv } from "../../http/hono.ts";
import { presentComparison } from "../../http/present-comparison.ts";
import { presentMonitor, presentRun } from "../../http/present-monitor.ts";
import { presentScreenshot } from "../../http/present-screenshot.ts";
import { countRequest } from "../capture-as-viewer.ts";

export type Screenshot = ScreenshotAnswer["data"];
export type Comparison = CompareAnswer["data"];

export type Found = {
  /** Undefined if the screenshot was deleted after its comparison. */
  before: Screenshot | undefined;
  after: Screenshot | undefined;
  comparison?: Comparison;
  /** Why the screenshots cannot be compared. */
  error?: ServiceError;
  monitor?: MonitorData;
  /** The run of a stored comparison. */
  run?: RunData;
};

/** Throws ServiceError: not_found, or forbidden if another account owns the run. */
export async function findRunComparison(c: Context<AppEnv>, runId: string): Promise<Found> {
  const { ctx, viewer } = c.var;
  const base = addressBase(c);
  const { run: record, monitor } = await getOwnedRun(ctx, viewer.caller, runId);
  const { data: run } = presentRun(record, base);
  if (run.comparison === null) throw new ServiceError("not_found");
  const { before, after, ...compared } = run.comparison;
  const screenshots = [before, after].map((id) => findScreenshot(c, id));
  const [earlier, later] = await Promise.all(screenshots);
  return {
    before: earlier,
    after: later,
    comparison: { ...compared, changed: run.status === "changed" },
    monitor: presentMonitor(monitor, base).data,
    run,
  };
}

/**
 * Compares two screenshots, with the settings of a monitor if there is one. Throws ServiceError: not_found, or forbidden
 * if another account owns a screenshot or the monitor.
 */
export async function findComparison(
  c: Context<AppEnv>,
  { before, after, monitorId }: { before: string; after: string; monitorId: string | undefined },
): Promise<Found> {
  const { ctx, viewer } = c.var;
  const base = addressBase(c);
  const getScreenshot = async (id: string) =>
    presentScreenshot(await getOwned(ctx, viewer.caller, id), base).data;
  const [earlier, later, monitor] = await Promise.all([
    getScreenshot(before),
    getScreenshot(after),
    monitorId === undefined ? undefined : getOwnedMonitor(ctx, viewer.caller, monitorId),
  ]);
  const found = {
    before: earlier,
    after: later,
    ...(monitor === undefined ? {} : { monitor: presentMonitor(monitor, base).data }),
  };
  const { threshold, ignore } = monitor?.compare ?? {};
  const body = compareBody.parse({ before, after, threshold, ignore });
  try {
    const compared = await compareScreenshots(ctx, viewer.caller, body, () =>
      countRequest(ctx, viewer.caller),
    );
    return { ...found, comparison: presentComparison(compared, base).data };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { ...found, error };
  }
}

async function findScreenshot(c: Context<AppEnv>, id: string): Promise<Screenshot | undefined> {
  try {
    const record = await getOwned(c.var.ctx, c.var.viewer.caller, id);
    return presentScreenshot(record, addressBase(c)).data;
  } catch (error) {
    // The screenshot was deleted after its comparison.
    if (error instanceof ServiceError && error.code === "not_found") return undefined;
    throw error;
  }
}
