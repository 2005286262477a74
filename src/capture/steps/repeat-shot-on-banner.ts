// Repeats a shot when a banner has appeared since the last sweep.
import type { DocumentReports } from "../blocking/document-reports.ts";
import { withDeadline } from "../../lib/deadline.ts";
import type { Budget } from "../budget.ts";

/** The maximum number of repeats. Banners that appear later stay in the image. */
const MAX_REPEATS = 2;

/** Milliseconds for another sweep. After this time, the shot shows what is not yet hidden. */
const SWEEP_LIMIT_MS = 1_500;

/** A sweep before the first shot may use this share of the remaining time; the shot needs the rest. */
const SWEEP_TIME_SHARE = 0.5;

/**
 * Takes the shot. Documents report banners that appear after the last sweep, so a page without them needs no message. With a
 * report, calls `sweepAgain` before the shot, and repeats both when the report arrives during the shot and enough time is left.
 * Returns the previous image when a repeated shot fails.
 */
export async function repeatShotOnBanner<T>(
  reports: Pick<DocumentReports, "hasLateBanner"> | undefined,
  budget: Budget,
  sweepAgain: () => Promise<unknown>,
  shoot: () => Promise<T>,
): Promise<T> {
  const hasLateBanner = () => reports?.hasLateBanner === true;
  const sweepInTime = async () => {
    const limitMs = Math.min(SWEEP_LIMIT_MS, budget.leftMs * SWEEP_TIME_SHARE);
    // A failed sweep must not fail the capture.
    await withDeadline(limitMs, "sweep", sweepAgain()).catch(() => undefined);
  };

  if (hasLateBanner()) await sweepInTime();
  const startedWithMs = budget.leftMs;
  let image = await shoot();
  const neededMs = startedWithMs - budget.leftMs + SWEEP_LIMIT_MS;
  for (let repeats = 0; repeats < MAX_REPEATS; repeats += 1) {
    if (!hasLateBanner() || budget.leftMs < neededMs) break;
    await sweepInTime();
    try {
      image = await shoot();
    } catch {
      // An image with a banner is better than none.
      break;
    }
  }
  return image;
}
