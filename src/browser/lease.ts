// The requests to the browser pool and its answers.
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

/** `timeoutMs`: the maximum duration of the capture. */
export type LeaseRequest = { accountId: string; priority: Priority; timeoutMs: number };

/** The number of browsers by state, of running captures (`active`) and of waiting captures. */
export type PoolStatus = Record<SessionLoad["state"], number> & {
  active: number;
  waiting: number;
  /** The time until Browser Run accepts new browsers again. */
  blockedForMs: number;
};
