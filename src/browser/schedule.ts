// Computes the limits on browsers and slots: when to replace a browser, when to start the next one, and the slots of an
// account.

export type SessionLoad = {
  readonly name: string;
  state: "starting" | "ready" | "retiring";
  /** The number of running captures, and of all captures since the start. */
  active: number;
  captures: number;
  idleSince: number;
};

/** A client waits for an "interactive" capture. A "queued" capture runs last and leaves slots free for interactive ones. */
export type Priority = "interactive" | "queued";

/**
 * `accountSlots`: the maximum of concurrent captures of one account; 0 for half of all slots. `warmSessions`: browsers that
 * run without captures, too.
 */
export type SlotLimits = {
  maxSessions: number;
  capturesPerSession: number;
  accountSlots: number;
  warmSessions?: number;
};

/**
 * A browser is replaced after this number of captures. Its memory grows slowly: by 4 MB between the 50th and the 500th
 * capture of a page with 100 images.
 */
const MAX_CAPTURES = 250;

/** Idle browser time is billed. */
const MAX_IDLE_MS = 60_000;

export function isDueForReplacement(session: SessionLoad): boolean {
  return session.captures >= MAX_CAPTURES;
}

export function isIdle(session: SessionLoad, now: number): boolean {
  return (
    session.state === "ready" && session.active === 0 && now - session.idleSince >= MAX_IDLE_MS
  );
}

/** Returns when the next browser may start. Distributes starts evenly, because Browser Run refills its start limit evenly. */
export function nextStartAt(lastStartAt: number, startsPerSecond: number, now: number): number {
  return Math.max(now, lastStartAt + 1000 / startsPerSecond);
}

/** Returns the maximum number of concurrent captures of one account, at least 1. */
export function countAccountSlots(limits: SlotLimits): number {
  const slots = countSlots(limits);
  const { accountSlots } = limits;
  return Math.max(1, accountSlots === 0 ? Math.floor(slots / 2) : Math.min(accountSlots, slots));
}

/** Returns the maximum number of concurrent queued captures. */
export function countQueuedSlots(limits: SlotLimits): number {
  return withoutReserve(countSlots(limits));
}

/** Returns the maximum number of concurrent queued captures of one account. */
export function countQueuedAccountSlots(limits: SlotLimits): number {
  return withoutReserve(countAccountSlots(limits));
}

function countSlots({ maxSessions, capturesPerSession }: SlotLimits): number {
  return maxSessions * capturesPerSession;
}

/** With several slots, a quarter stays free for interactive captures. */
function withoutReserve(slots: number): number {
  return Math.max(1, slots - Math.ceil(slots / 4));
}
