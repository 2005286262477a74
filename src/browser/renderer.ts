// What the domain calls to have a page rendered: lease a browser, capture, give it back.
import type { CaptureRequest, Rendered } from "../capture/request.ts";
import { ServiceError } from "../contract/errors.ts";
import { DeadlineExceeded, withDeadline } from "../lib/deadline.ts";
import type { BrowserPool, Lease, PoolSettings } from "./pool-object.ts";
import type { BrowserSession, CaptureOutcome } from "./session-object.ts";

/** How long a capture waits for a free browser (docs/decisions.md "Credits, storage, limits"). */
const MAX_WAIT_MS = 5_000;

/** A session answers within the capture's own time; one that does not has hung. */
const HUNG_AFTER_MS = 5_000;

/** The first try and one more in another browser. */
const MAX_TRIES = 2;

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
  const pool = env.BROWSER_POOL.getByName("pool");

  return async function render(request: CaptureRequest, accountId: string): Promise<Rendered> {
    const endsAt = Date.now() + request.timeoutMs;
    for (let tries = 1; ; tries += 1) {
      const timeoutMs = Math.max(1, endsAt - Date.now());
      const answer = await pool.lease(
        accountId,
        timeoutMs,
        Math.min(MAX_WAIT_MS, timeoutMs),
        settings,
      );
      if (!("lease" in answer)) {
        throw new ServiceError("service_unavailable", {
          retryAfterSeconds: answer.retryAfterSeconds,
        });
      }
      const { lease } = answer;
      const giveBack = (healthy: boolean) => defer(pool.release(lease, healthy));
      const outcome = await capture(lease, {
        ...request,
        timeoutMs: Math.max(1, endsAt - Date.now()),
      });

      if (outcome.kind === "rendered") return givingBack(outcome.rendered, () => giveBack(true));
      giveBack(outcome.kind === "failed");
      if (outcome.kind === "failed") throw new ServiceError(outcome.failure.code, outcome.failure);
      if (outcome.kind === "hung")
        throw new ServiceError("navigation_timeout", { details: { phase: "capture" } });
      if (tries === MAX_TRIES) throw new ServiceError("render_failed", { cause: outcome.reason });
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

/** Bytes are here already; a stream holds the browser until it has been read. */
function givingBack(rendered: Rendered, giveBack: () => void): Rendered {
  const { body } = rendered;
  if (!(body instanceof ReadableStream)) {
    giveBack();
    return rendered;
  }
  const { readable, writable } = new IdentityTransformStream();
  body.pipeTo(writable).then(giveBack, giveBack);
  return { ...rendered, body: readable };
}
