// Decides which browser to lease, retire or start, and which waiting capture is next. Pure.

export type SessionLoad = {
  name: string;
  state: "starting" | "ready" | "retiring";
  /** The number of running captures, and of all captures since the start. */
  active: number;
  captures: number;
  idleSince: number;
};

/** A client waits for an "interactive" capture. A "queued" capture runs last and leaves slots free for interactive ones. */
export type Priority = "interactive" | "queued";

type Slots = { maxSessions: number; capturesPerSession: number };

/**
 * A browser is replaced after this number of captures. Its memory grows slowly: by 4 MB between the 50th and the 500th
 * capture of a page with 100 images.
 */
const MAX_CAPTURES = 250;

/** Idle browser time is billed. */
const MAX_IDLE_MS = 60_000;

/** Returns the ready session with the fewest running captures, or undefined when all slots are in use. */
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

/** Returns how many browsers to start: enough slots for all waiting captures, within the limit on running browsers. */
export function countStarts(
  sessions: Iterable<SessionLoad>,
  waiting: number,
  limits: Slots,
): number {
  const all = [...sessions];
  const startingSlots =
    all.filter(({ state }) => state === "starting").length * limits.capturesPerSession;
  const needed = Math.ceil(Math.max(0, waiting - startingSlots) / limits.capturesPerSession);
  return Math.max(0, Math.min(needed, limits.maxSessions - all.length));
}

/** Returns when the next browser may start. Distributes starts evenly, because Browser Run refills its start limit evenly. */
export function nextStartAt(lastStartAt: number, startsPerSecond: number, now: number): number {
  return Math.max(now, lastStartAt + 1000 / startsPerSecond);
}

/** Returns the maximum number of concurrent queued captures. With several slots, a quarter stays free for interactive ones. */
export function countQueuedSlots({ maxSessions, capturesPerSession }: Slots): number {
  const slots = maxSessions * capturesPerSession;
  return Math.max(1, slots - Math.ceil(slots / 4));
}

/**
 * Returns the waiting capture to run next: interactive captures first, then the account with the fewest running captures,
 * then the longest wait. Queued captures run only while `queuedSlots` is above 0.
 */
export function chooseWaiter<Waiter extends { accountId: string; priority: Priority }>(
  waiters: readonly Waiter[],
  activeOf: (accountId: string) => number,
  queuedSlots: number,
): Waiter | undefined {
  const interactive = waiters.filter(({ priority }) => priority === "interactive");
  const candidates = interactive.length > 0 || queuedSlots <= 0 ? interactive : waiters;
  let chosen: Waiter | undefined;
  for (const waiter of candidates) {
    if (chosen === undefined || activeOf(waiter.accountId) < activeOf(chosen.accountId))
      chosen = waiter;
  }
  return chosen;
}
