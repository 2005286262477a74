// What the domain calls to have a page rendered: lease a browser, capture, give it back.
import type { CaptureRequest, Rendered, ThumbnailMode } from "../capture/request.ts";
import { ServiceError } from "../contract/errors.ts";
import { retryOnce } from "../lib/retry-once.ts";
import { DeadlineExceeded, withDeadline } from "../lib/deadline.ts";
import type { Lease, LeaseAnswer, PoolSettings } from "./lease.ts";
import type { BrowserPool } from "./pool-object.ts";
import type { Priority } from "./schedule.ts";
import type { BrowserSession, CaptureOutcome, TransferableRendering } from "./session-object.ts";

/** How long a capture waits for a free browser (docs/decisions.md "Credits, storage, limits"). */
const MAX_WAIT_MS = 5_000;

/** Nobody waits for queued work, and a message that comes again costs more than one that waits. */
const MAX_QUEUED_WAIT_MS = 30_000;

/** After a browser was lost another one does better; there is nothing to wait for but its start. */
const RETRY_AFTER_LOSS_SECONDS = 1;

/** A session answers within the capture's own time; one that does not has hung. */
const HUNG_AFTER_MS = 5_000;

/** A capture that loses its browser is tried once more, in another one. */
const MAX_LOSSES = 2;

type RendererEnv = {
  BROWSER_POOL: DurableObjectNamespace<BrowserPool>;
  BROWSER_SESSION: DurableObjectNamespace<BrowserSession>;
};

type RendererOptions = {
  settings: PoolSettings;
  /** Keeps the Worker alive for work that goes on after the answer. */
  defer: (work: Promise<unknown>) => void;
};

/**
 * Renders pages on behalf of an account. The returned function throws ServiceError: service_unavailable when no
 * browser gets free, render_failed when browsers were lost twice, and whatever the capture itself ends in.
 */
export function createRender(env: RendererEnv, { settings, defer }: RendererOptions) {
  return async function render(
    request: CaptureRequest,
    accountId: string,
    priority: Priority,
  ): Promise<Rendered> {
    let endsAt = Date.now() + request.timeoutMs;
    for (let losses = 0; ;) {
      const askedAt = Date.now();
      const timeoutMs = Math.max(1, endsAt - askedAt);
      const isQueued = priority === "queued";
      const waitMs = isQueued ? MAX_QUEUED_WAIT_MS : Math.min(MAX_WAIT_MS, timeoutMs);
      const answer = await retryOnce<LeaseAnswer>(async () =>
        poolOf(env).lease({ accountId, priority, timeoutMs }, waitMs, settings),
      );
      // How long queued work waits depends on others, so it does not count.
      if (isQueued) endsAt += Date.now() - askedAt;
      if (!("lease" in answer)) {
        const { retryAfterSeconds } = answer;
        throw new ServiceError("service_unavailable", { retryAfterSeconds });
      }
      const { lease } = answer;
      const giveBack = (healthy: boolean) =>
        retryOnce(async () => poolOf(env).release(lease, healthy));
      const leftMs = Math.max(1, endsAt - Date.now());
      const outcome = await capture(lease, { ...request, timeoutMs: leftMs });

      switch (outcome.kind) {
        case "rendered":
          return givingBack(request.thumbnail, outcome.rendered, () => defer(giveBack(true)));
        case "failed":
          defer(giveBack(true));
          throw new ServiceError(outcome.failure.code, outcome.failure);
        case "hung":
          defer(giveBack(false));
          throw new ServiceError("navigation_timeout", { details: { phase: "capture" } });
        case "lost":
          losses += 1;
          if (losses < MAX_LOSSES) break;
          defer(giveBack(false));
          throw new ServiceError("render_failed", {
            cause: outcome.reason,
            retryAfterSeconds: RETRY_AFTER_LOSS_SECONDS,
          });
        case "gone":
      }
      // Before the next lease, or the pool would lend the same browser again.
      await giveBack(false);
    }
  };

  async function capture(
    lease: Lease,
    request: CaptureRequest,
  ): Promise<CaptureOutcome | { kind: "hung" }> {
    const session = env.BROWSER_SESSION.getByName(lease.session);
    try {
      // The stub's own promise can be pipelined; a plain one is all that is wanted.
      const outcome: Promise<CaptureOutcome> = session.capture(request);
      return await withDeadline(request.timeoutMs + HUNG_AFTER_MS, "session", outcome);
    } catch (error) {
      // The object was evicted or reset under us, or it hangs and the capture's time is over.
      if (error instanceof DeadlineExceeded) return { kind: "hung" };
      return { kind: "lost", reason: String(error) };
    }
  }
}

/** Ends browsers that this service started and has lost. Returns how many. */
export function closeOrphanedBrowsers(env: Pick<RendererEnv, "BROWSER_POOL">): Promise<number> {
  return poolOf(env).closeOrphans();
}

function poolOf({ BROWSER_POOL }: Pick<RendererEnv, "BROWSER_POOL">) {
  return BROWSER_POOL.getByName("pool");
}

/** Bytes are here already; a stream, and a thumbnail that must be, hold the browser until they have been read. */
function givingBack(
  wish: ThumbnailMode,
  { thumbnail, body, ...facts }: TransferableRendering,
  giveBack: () => void,
): Rendered {
  const small = thumbnail && readThumbnail(thumbnail);
  let read: Promise<void> | undefined;
  let passed = body;
  if (body instanceof ReadableStream) {
    const { readable, writable } = new IdentityTransformStream();
    read = body.pipeTo(writable);
    passed = readable;
  }
  void Promise.allSettled([read, wish === "always" ? small : undefined]).then(giveBack);
  return { ...facts, body: passed, ...(small && { thumbnail: small }) };
}

async function readThumbnail(
  stream: ReadableStream<Uint8Array>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    return bytes.length === 0 ? undefined : bytes;
  } catch {
    // The session has gone meanwhile: the picture is here, and goes without.
    return undefined;
  }
}
