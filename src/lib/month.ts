// Calendar months in UTC, the period of credits.

/** Returns the UTC month of a time, such as "2026-11". */
export function monthOf(time: Date): string {
  return time.toISOString().slice(0, 7);
}

/** Returns the start of the next UTC month. */
export function nextMonth(time: Date): Date {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1));
}

/** Returns the start of the UTC month of a time. */
export function monthBegin(time: Date): Date {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth()));
}
