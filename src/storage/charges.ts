// Inserts records together with the credits they cost and with the idempotency key of their request.
import { and, type SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { type Reservation, reserveCredits } from "./credits.ts";
import type { Database } from "./database.ts";
import { claimKey, holdsKey, type KeyClaim } from "./idempotency.ts";
import {
  type Announced,
  announceScreenshots,
  announceThresholds,
  thresholdIdOf,
} from "./outbox.ts";

export type Cost = Reservation & {
  createdAt: Date;
  claim: KeyClaim | undefined;
  /** An additional condition of the reservation. */
  condition?: SQL | undefined;
};

/** `announced`: the deliveries to send. */
export type Charge = { announced: Announced[] } & (
  | {
      kind: "charged";
      /** The credits used in the month, including this charge. */
      used: number;
    }
  /** The credits or the condition do not allow it. Nothing is inserted. */
  | { kind: "refused" }
  /** The key belongs to another record. Nothing is inserted or charged. */
  | { kind: "key_in_use" }
);

/**
 * Claims the key, reserves the credits and runs `inserts`, in one transaction. The first of `inserts` must require
 * `changes() > 0`, so that it depends on the reservation. `created`: the condition that selects the inserted screenshots.
 */
export async function chargeAndInsert(
  db: Database,
  cost: Cost,
  inserts: readonly BatchItem<"sqlite">[],
  created: SQL,
): Promise<Charge> {
  const { accountId, month, limit, createdAt, claim, condition } = cost;
  const thresholdId = await thresholdIdOf(accountId, month);
  const reserve = reserveCredits(db, cost, and(claim && holdsKey(claim), condition));
  const events = [
    announceScreenshots(db, "screenshot.created", created, createdAt),
    announceThresholds(db, [{ accountId, month, limit, thresholdId }], createdAt),
  ] as const;
  if (claim === undefined) {
    const [reserved, ...others] = await db.batch([reserve, ...inserts, ...events]);
    return { ...describeReservation(reserved), announced: announcedBy(others) };
  }
  const [claimed, reserved, ...others] = await db.batch([
    claimKey(db, claim),
    reserve,
    ...inserts,
    ...events,
  ]);
  const announced = announcedBy(others);
  if (claimed.length === 0) return { kind: "key_in_use", announced };
  return { ...describeReservation(reserved), announced };
}

function describeReservation([row]: { used: number }[]) {
  return row === undefined
    ? { kind: "refused" as const }
    : { kind: "charged" as const, used: row.used };
}

function announcedBy(results: unknown[]): Announced[] {
  // The last two statements are the events; the number of inserts before them varies.
  return (results.slice(-2) as Announced[][]).flat();
}
