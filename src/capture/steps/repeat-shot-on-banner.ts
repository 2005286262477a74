// Repeats a shot when a banner has appeared since the last sweep.
import type { DocumentReports } from "../blocking/document-reports.ts";
import type { Budget } from "../budget.ts";

/** A page that inserts more banners is captured as it is. */
const MAX_REPEATS = 2;

/** Milliseconds for another sweep, in addition to the time of another shot. */
const SWEEP_MS = 500;

/**
 * Takes the shot. Documents report banners that appear after the last sweep, so a page without them needs no message. With a
 * report, calls `sweepAgain` before the shot, and repeats both when the report arrives during the shot and enough time is left.
 */
export async function repeatShotOnBanner<T>(
  reports: Pick<DocumentReports, "hasLateBanner"> | undefined,
  budget: Budget,
  sweepAgain: () => Promise<unknown>,
  shoot: () => Promise<T>,
): Promise<T> {
  for (let repeats = 0; ; repeats += 1) {
    // A failed sweep must not fail the capture.
    if (reports?.hasLateBanner === true) await sweepAgain().catch(() => undefined);
    const startedWithMs = budget.leftMs;
    const image = await shoot();
    const neededMs = startedWithMs - budget.leftMs + SWEEP_MS;
    const mustRepeat = reports?.hasLateBanner === true && repeats < MAX_REPEATS;
    if (!mustRepeat || budget.leftMs < neededMs) return image;
  }
}
