// The state of the service for its operator: parts, browsers, queue, database, and recent captures by result.
import type { PoolStatus } from "../../browser/lease.ts";
import type { Readiness } from "../../contract/readiness.ts";
import { withDeadline } from "../../lib/deadline.ts";
import { selectOutcomes } from "../../storage/metrics.ts";
import type { Context } from "../context.ts";
import { checkReady } from "./check-ready.ts";
import { type DatabaseSize, getDatabaseSize } from "./database-size.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const DEADLINE_MS = 3_000;

/** Maximum number of captures to count. A statement that reads more rows would slow down captures. */
export const MAX_OUTCOMES = 5_000;

/** Captures of the last 24 hours, at most the newest MAX_OUTCOMES. */
export type Outcomes = {
  completed: number;
  failed: number;
  unfinished: number;
  /** Failed captures by error code, most first. */
  failures: { code: string; captures: number }[];
};

/** A part is undefined if it does not respond. */
export type ServiceHealth = {
  readiness: Readiness;
  browsers: PoolStatus | undefined;
  queuedMessages: number | undefined;
  database: DatabaseSize | undefined;
  outcomes: Outcomes | undefined;
};

export async function getServiceHealth(ctx: Context): Promise<ServiceHealth> {
  const orUndefined = <T>(part: string, work: Promise<T>) =>
    withDeadline(DEADLINE_MS, part, work).catch((error: unknown) => {
      ctx.log({ [`${part}Error`]: error });
      return undefined;
    });
  const [readiness, browsers, queue, database, outcomes] = await Promise.all([
    checkReady(ctx),
    orUndefined("pool", ctx.probes.pool()),
    orUndefined("backlog", ctx.probes.queue()),
    orUndefined("size", getDatabaseSize(ctx)),
    orUndefined("outcomes", countOutcomes(ctx)),
  ]);
  return { readiness, browsers, queuedMessages: queue?.backlogCount, database, outcomes };
}

async function countOutcomes(ctx: Context): Promise<Outcomes> {
  const since = new Date(ctx.clock().getTime() - DAY_MS);
  const rows = await selectOutcomes(ctx.db, since, MAX_OUTCOMES);
  const sumOf = (...states: string[]) =>
    rows
      .filter(({ status }) => states.includes(status))
      .reduce((sum, { captures }) => sum + captures, 0);
  return {
    completed: sumOf("completed"),
    failed: sumOf("failed"),
    unfinished: sumOf("pending", "processing"),
    failures: rows
      .filter(({ status }) => status === "failed")
      .map(({ code, captures }) => ({ code: code ?? "unknown", captures }))
      .toSorted((a, b) => b.captures - a.captures),
  };
}
