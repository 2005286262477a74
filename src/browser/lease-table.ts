// Lists the leases of the pool.
import type { Lease, LeaseRequest } from "./lease.ts";

/**
 * The session reports the end of its captures. Without a report, the pool checks a lease this long after the capture's
 * timeout.
 */
const SLACK_MS = 15_000;

/** All times are in milliseconds since 1970. */
export class LeaseTable {
  readonly #leases = new Map<string, Lease>();

  find(id: string): Lease | undefined {
    return this.#leases.get(id);
  }

  /** Adds a lease that a session reports. */
  add(lease: Lease): void {
    this.#leases.set(lease.id, lease);
  }

  create(session: string, { accountId, priority, timeoutMs }: LeaseRequest, now: number): Lease {
    const expiresAt = now + timeoutMs + SLACK_MS;
    const use = { accountId, priority, timeoutMs };
    const lease = { id: crypto.randomUUID(), session, ...use, startedAt: now, expiresAt };
    this.#leases.set(lease.id, lease);
    return lease;
  }

  /** Removes a lease and returns it. Returns undefined if it has ended before. */
  remove(id: string): Lease | undefined {
    const lease = this.#leases.get(id);
    this.#leases.delete(id);
    return lease;
  }

  /** Checks the lease again after some seconds, because its capture still runs. */
  extend(lease: Lease, now: number): void {
    lease.expiresAt = now + SLACK_MS;
  }

  of(session: string): Lease[] {
    return [...this.#leases.values()].filter((lease) => lease.session === session);
  }

  /** Returns the sessions with an expired lease. */
  overdueSessions(now: number): Set<string> {
    const overdue = new Set<string>();
    for (const { expiresAt, session } of this.#leases.values())
      if (expiresAt <= now) overdue.add(session);
    return overdue;
  }
}
