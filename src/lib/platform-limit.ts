// Recognizes errors with which Cloudflare reports a limit of the operator's account. They last longer than an overload.

/** The description of a limit that clients receive. */
export type PlatformLimit = { reason: string; message: string; retryAfterSeconds: number };

type Kind = Omit<PlatformLimit, "retryAfterSeconds"> & {
  error: RegExp;
  /** Absent: until 00:00 UTC. */
  retryAfterSeconds?: number;
};

const HOUR_SECONDS = 3_600;

const kinds: Kind[] = [
  {
    // developers.cloudflare.com/changelog/post/2026-09-01-d1-free-tier-limit-enforcement, browser-run/reference/errors,
    // queues/reference/error-codes
    error:
      /D1's free tier daily|Durable Objects free tier|time limit exceeded for today|\(10253\)$/,
    reason: "daily_limit",
    message:
      "The service has used up a daily allowance of Cloudflare's free plan. It continues at 00:00 UTC.",
  },
  {
    // developers.cloudflare.com/d1/observability/debug-d1
    error: /Exceeded maximum DB size|D1's maximum account storage limit|SQLITE_FULL/,
    reason: "database_full",
    message: "The database of the service is full. Its operator must archive or delete records.",
    retryAfterSeconds: HOUR_SECONDS,
  },
  {
    // developers.cloudflare.com/workers/observability/errors
    error: /Too many (?:subrequests|API requests by single worker invocation)/i,
    reason: "call_limit",
    message:
      "The request needs more calls than the Cloudflare plan of the service allows. Send a smaller request.",
    retryAfterSeconds: HOUR_SECONDS,
  },
];

/** Returns undefined if neither the error nor one of its causes reports a limit of the account. */
export function findPlatformLimit(error: unknown, now: Date): PlatformLimit | undefined {
  if (!(error instanceof Error)) return undefined;
  const found = kinds.find((kind) => kind.error.test(error.message));
  if (found === undefined) return findPlatformLimit(error.cause, now);
  const { reason, message, retryAfterSeconds = secondsUntilMidnight(now) } = found;
  return { reason, message, retryAfterSeconds };
}

/** Cloudflare renews daily allowances at 00:00 UTC. */
function secondsUntilMidnight(now: Date): number {
  const daySeconds = 24 * HOUR_SECONDS;
  return daySeconds - (Math.floor(now.getTime() / 1_000) % daySeconds);
}
