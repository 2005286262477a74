// Renders pages for the domain: leases a browser, captures in it, and retries in another browser when it is lost.
import type { CaptureRequest, Rendered } from "../capture/request.ts";
import { ServiceError } from "../contract/errors.ts";
import { retryOnce } from "../lib/retry-once.ts";
import { DeadlineExceeded, withDeadline } from "../lib/deadline.ts";
import type { Lease, LeaseAnswer, LeaseRequest, PoolSettings } from "./lease.ts";
import { type CaptureOutcome, type Hung, resultOf } from "./outcome.ts";
import type { BrowserPool } from "./pool-object.ts";
import type { Priority } from "./schedule.ts";
import type { BrowserSession } from "./session-object.ts";

/** The longest wait for a free browser (docs/decisions/credits-and-limits.md). */
const MAX_WAIT_MS = 5_000;

/** The longest wait of a queued capture: waiting costs less than another delivery of its message. */
const MAX_QUEUED_WAIT_MS = 30_000;

/** A session is hung if it exceeds the timeout of its capture by this time. The response follows within another second. */
const HUNG_AFTER_MS = 1_000;

/**
 * A capture that loses its browser, or whose page crashes, is retried once. A capture whose browser was closed because of
 * another page is retried until its timeout.
 */
const MAX_LOSSES = 2;

type RendererEnv = {
  BROWSER_POOL: DurableObjectNamespace<BrowserPool>;
  BROWSER_SESSION: DurableObjectNamespace<BrowserSession>;
};

type RendererOptions = {
  settings: PoolSettings;
  /** The time at which the request arrived, in milliseconds since 1970. The wait for a slot starts at this time. */
  arrivedAt: number;
  /** Continues work after the response. */
  defer: (work: Promise<unknown>) => void;
};

/**
 * Returns a function that renders a page for an account. A capture waits for a browser while `accepted` is pending, and
 * releases it without rendering when `accepted` rejects. The function throws ServiceError: service_unavailable when no
 * browser becomes free, render_failed when two browsers were lost, or the error of the capture.
 */
export function createRender(env: RendererEnv, { settings, arrivedAt, defer }: RendererOptions) {
  return async function render(
    request: CaptureRequest,
    accountId: string,
    priority: Priority,
    accepted?: Promise<unknown>,
  ): Promise<Rendered> {
    let endsAt = Date.now() + request.timeoutMs;
    const remainingMs = () => Math.max(1, endsAt - Date.now());
    let waitsSince = arrivedAt;
    for (let losses = 0; ;) {
      const requestedAt = Date.now();
      const usesLists = usesFilterLists(request.options);
      const leaseRequest = { accountId, priority, timeoutMs: remainingMs(), usesLists };
      const lease = await leaseBrowser(leaseRequest, waitsSince);
      // The waiting time of a queued capture depends on other accounts, so it does not count towards the timeout.
      if (priority === "queued") endsAt += Date.now() - requestedAt;

      await assertAccepted(lease, accepted);
      const outcome = await captureIn(lease, { ...request, timeoutMs: remainingMs() });
      const isLost = outcome.kind === "lost" || outcome.kind === "crashed";
      if (isLost) losses += 1;
      if (outcome.kind === "closed" || (isLost && losses < MAX_LOSSES)) {
        // Await the release: the pool would otherwise lease the same browser again.
        const end = outcome.kind === "crashed" ? "failed" : "lost";
        await retryOnce(async () => poolOf(env, settings).release(lease, end));
        // The first attempt has received a slot, so the retry may wait for the full time again.
        waitsSince = Date.now();
        continue;
      }
      // The pool checks the session, which may take seconds.
      if (outcome.kind === "hung")
        defer(retryOnce(async () => poolOf(env, settings).reportHung(lease)));
      return resultOf(outcome);
    }
  };

  async function assertAccepted(lease: Lease, accepted: Promise<unknown> | undefined) {
    try {
      await accepted;
    } catch (error) {
      await retryOnce(async () => poolOf(env, settings).release(lease, "unused"));
      throw error;
    }
  }

  async function leaseBrowser(request: LeaseRequest, waitsSince: number): Promise<Lease> {
    const interactiveWaitMs = Math.max(0, waitsSince + MAX_WAIT_MS - Date.now());
    const waitMs =
      request.priority === "queued"
        ? MAX_QUEUED_WAIT_MS
        : Math.min(interactiveWaitMs, request.timeoutMs);
    const answer = await retryOnce<LeaseAnswer>(async () =>
      poolOf(env, settings).lease(request, waitMs, settings),
    );
    if ("lease" in answer) return answer.lease;
    const { retryAfterSeconds } = answer;
    throw new ServiceError("service_unavailable", { retryAfterSeconds });
  }

  async function captureIn(lease: Lease, request: CaptureRequest): Promise<CaptureOutcome | Hung> {
    const session = env.BROWSER_SESSION.getByName(lease.session);
    try {
      // Declare a plain promise: the type of the stub's promise includes pipelining.
      const outcome: Promise<CaptureOutcome> = session.capture(request, lease);
      return await withDeadline(request.timeoutMs + HUNG_AFTER_MS, "session", outcome);
    } catch (error) {
      if (error instanceof DeadlineExceeded) return { kind: "hung" };
      // The session's object was evicted or reset.
      return { kind: "lost", reason: String(error) };
    }
  }
}

function usesFilterLists(options: CaptureRequest["options"]): boolean {
  const { block_ads, block_cookie_banners, block_chats, block_trackers } = options;
  return block_ads || block_cookie_banners || block_chats || block_trackers;
}

/** Closes browsers that this service started and whose session is lost. Returns their number. Starts missing warm browsers. */
export function closeOrphanedBrowsers(
  env: Pick<RendererEnv, "BROWSER_POOL">,
  settings: PoolSettings,
): Promise<number> {
  return poolOf(env, settings).closeOrphans(settings);
}

/** Each region has a separate pool, because a Durable Object never moves to another region. */
export function poolOf(
  { BROWSER_POOL }: Pick<RendererEnv, "BROWSER_POOL">,
  { region }: Pick<PoolSettings, "region">,
) {
  if (region === undefined) return BROWSER_POOL.getByName("pool");
  return BROWSER_POOL.getByName(`pool-${region}`, { locationHint: region });
}
