// What is asked of the pool, and what it answers.
import type { OutboundGuard } from "../capture/request.ts";
import type { SessionLoad, Priority } from "./schedule.ts";

export type PoolSettings = {
  maxSessions: number;
  capturesPerSession: number;
  startsPerSecond: number;
  guard: OutboundGuard;
};

export type Lease = { id: string; session: string };

export type LeaseAnswer = { lease: Lease } | { retryAfterSeconds: number };

/** Who a slot is for, and for how long at most. */
export type LeaseRequest = { accountId: string; priority: Priority; timeoutMs: number };

/** Browsers by state, captures running in them, and captures waiting for one. */
export type PoolStatus = Record<SessionLoad["state"], number> & {
  active: number;
  waiting: number;
  /** Milliseconds for which Browser Run refuses new browsers. */
  blockedForMs: number;
};
