// Converts between Unix time and the wall clock of a time zone. A wall time is the date and time that the clock shows,
// stored as the Unix milliseconds at which a UTC clock shows the same.

const DAY_MS = 24 * 60 * 60_000;

/** Users choose the names of zones, so the number of stored formatters is limited. */
const MAX_FORMATTERS = 100;

/** Formatters are expensive to create. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Returns what the clock of the zone shows at this time, to the second. */
export function wallTimeOf(instantMs: number, timeZone: string): number {
  let formatter = formatters.get(timeZone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    if (formatters.size >= MAX_FORMATTERS) formatters.clear();
    formatters.set(timeZone, formatter);
  }
  const parts = new Map(
    formatter.formatToParts(instantMs).map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  const date = [part("year"), part("month") - 1, part("day")] as const;
  return Date.UTC(...date, part("hour"), part("minute"), part("second"));
}

/** Returns the milliseconds by which the clock of the zone is ahead of UTC. */
export function offsetAt(instantMs: number, timeZone: string): number {
  const secondMs = Math.floor(instantMs / 1000) * 1000;
  return wallTimeOf(secondMs, timeZone) - secondMs;
}

/**
 * Returns the Unix time at which the clock of the zone shows this wall time. Returns the first occurrence of a time that
 * occurs twice, and the end of the gap for a time that the clock skips.
 */
export function instantOf(wallMs: number, timeZone: string): number {
  const offsetBefore = offsetAt(wallMs - DAY_MS, timeZone);
  const offsetAfter = offsetAt(wallMs + DAY_MS, timeZone);
  const candidates = [wallMs - offsetBefore, wallMs - offsetAfter];
  const matching = candidates.filter((instantMs) => wallTimeOf(instantMs, timeZone) === wallMs);
  return matching.length > 0 ? Math.min(...matching) : endOfGap(wallMs, candidates, timeZone);
}

/** Searches the first second whose wall time is after the skipped one, between the candidates. */
function endOfGap(wallMs: number, candidates: number[], timeZone: string): number {
  let [low, high] = [Math.min(...candidates) / 1000, Math.max(...candidates) / 1000];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (wallTimeOf(middle * 1000, timeZone) > wallMs) high = middle;
    else low = middle;
  }
  return high * 1000;
}
