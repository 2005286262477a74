// Which browser to lend, which to retire, when to start one, and whose turn it is. Pure.

export type SessionLoad = {
  name: string;
  state: "starting" | "ready" | "retiring";
  /** Captures running now, and since it started. */
  active: number;
  captures: number;
  idleSince: number;
};

/** "interactive": somebody waits for the answer. "queued": nobody does, so it goes last and leaves places free. */
export type Priority = "interactive" | "queued";

type Slots = { maxSessions: number; capturesPerSession: number };

/**
 * A browser that has captured this often is replaced. What pages leave behind is little: 4 MB between the 50th and the
 * 500th capture of a page with 100 images.
 */
const MAX_CAPTURES = 250;

/** Idle browser time is billed. */
const MAX_IDLE_MS = 60_000;

/** The ready session with the fewest captures running, if it can take one more. */
export function chooseSession(
  sessions: Iterable<SessionLoad>,
  capturesPerSession: number,
): SessionLoad | undefined {
  let chosen: SessionLoad | undefined;
  for (const session of sessions) {
    if (session.state !== "ready" || session.active >= capturesPerSession) continue;
    if (chosen === undefined || session.active < chosen.active) chosen = session;
  }
  return chosen;
}

export function isWornOut(session: SessionLoad): boolean {
  return session.captures >= MAX_CAPTURES;
}

export function isIdle(session: SessionLoad, now: number): boolean {
  return (
    session.state === "ready" && session.active === 0 && now - session.idleSince >= MAX_IDLE_MS
  );
}

/** Browsers to start now: enough slots for all who wait, within the limit on browsers alive. */
export function countStarts(
  sessions: Iterable<SessionLoad>,
  waiting: number,
  limits: Slots,
): number {
  const all = [...sessions];
  const coming = all.filter(({ state }) => state === "starting").length * limits.capturesPerSession;
  const wanted = Math.ceil(Math.max(0, waiting - coming) / limits.capturesPerSession);
  return Math.max(0, Math.min(wanted, limits.maxSessions - all.length));
}

/** When the next browser may start: at most `startsPerSecond`, evenly, as Browser Run fills its own allowance. */
export function nextStartAt(lastStartAt: number, startsPerSecond: number, now: number): number {
  return Math.max(now, lastStartAt + 1000 / startsPerSecond);
}

/** Places that queued work may take at once: a quarter stays free for those who wait, where there is more than one. */
export function countQueuedSlots({ maxSessions, capturesPerSession }: Slots): number {
  const slots = maxSessions * capturesPerSession;
  return Math.max(1, slots - Math.ceil(slots / 4));
}

/**
 * Those who wait for an answer go first; among them the account with the fewest captures running; then whoever has
 * waited longest. Queued work goes only while `queuedSlots` leaves a place.
 */
export function chooseWaiter<Waiter extends { accountId: string; priority: Priority }>(
  waiters: readonly Waiter[],
  activeOf: (accountId: string) => number,
  queuedSlots: number,
): Waiter | undefined {
  const urgent = waiters.filter(({ priority }) => priority === "interactive");
  const candidates = urgent.length > 0 || queuedSlots <= 0 ? urgent : waiters;
  let chosen: Waiter | undefined;
  for (const waiter of candidates) {
    if (chosen === undefined || activeOf(waiter.accountId) < activeOf(chosen.accountId))
      chosen = waiter;
  }
  return chosen;
}
