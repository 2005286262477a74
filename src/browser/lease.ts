// The requests to the browser pool and its responses.
import type { CaptureNetwork } from "../capture/request.ts";
import type { Region } from "../lib/regions.ts";
import type { SessionLoad, Priority, SlotLimits } from "./schedule.ts";

export type PoolSettings = SlotLimits & {
  startsPerSecond: number;
  network: CaptureNetwork;
  /** The region in which the pool and its sessions run. Undefined: close to their first request. */
  region?: Region | undefined;
};

/** `timeoutMs`: the maximum duration of the capture. `usesLists`: the capture needs the filter lists. */
export type LeaseRequest = {
  accountId: string;
  priority: Priority;
  timeoutMs: number;
  usesLists?: boolean;
};

/** A slot in a browser since `startedAt`. After `expiresAt`, the pool checks whether the capture still runs. */
export type Lease = LeaseRequest & {
  id: string;
  session: string;
  startedAt: number;
  expiresAt: number;
};

/** How the use of a slot ended. "lost": the browser is lost or no longer reliable. "unused": no capture started. */
export type LeaseEnd = "captured" | "failed" | "lost" | "unused";

export type LeaseAnswer = { lease: Lease } | { retryAfterSeconds: number };

/** The number of browsers by state, of running captures (`active`) and of waiting captures. */
export type PoolStatus = Record<SessionLoad["state"], number> & {
  active: number;
  waiting: number;
  /** The time until Browser Run starts new browsers again. */
  blockedForMs: number;
};
