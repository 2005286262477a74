// Calendar months in UTC, by which credits are counted.

/** "2026-11" for any moment of November 2026, UTC. */
export function monthOf(moment: Date): string {
  return moment.toISOString().slice(0, 7);
}

/** When the month after that of `moment` begins, UTC. */
export function nextMonth(moment: Date): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1));
}

/** When the month of `moment` began, UTC. */
export function monthBegin(moment: Date): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth()));
}
