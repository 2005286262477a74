// BrowserSession: owns one browser of Browser Run. Loads the engine when its browser starts.
import { DurableObject } from "cloudflare:workers";
import type { CaptureNetwork, CaptureRequest } from "../capture/request.ts";
import { ignoreErrors } from "../capture/network/ignore-errors.ts";
import { createLog } from "../lib/log.ts";
import { retryOnce } from "../lib/retry-once.ts";
import { acquireBrowser, BrowserUnavailable, deleteBrowser } from "./browser-run.ts";
import type { Lease, LeaseEnd } from "./lease.ts";
import type { CaptureOutcome } from "./outcome.ts";
import type { BrowserPool } from "./pool-object.ts";
import type { Session } from "./session.ts";

export type SessionStart =
  | { started: true; browserId: string }
  | { started: false; retryAfterSeconds: number };

/** `leases`: the running captures. `captures`: their number since the start. */
export type SessionStatus = { alive: boolean; leases: Lease[]; captures: number };

type SessionEnv = {
  BROWSER: Fetcher;
  ASSETS: Fetcher;
  BROWSER_POOL: DurableObjectNamespace<BrowserPool>;
};

const log = createLog("browser-session");

export class BrowserSession extends DurableObject<SessionEnv> {
  #session: Session | undefined;

  constructor(ctx: DurableObjectState, env: SessionEnv) {
    super(ctx, env);
    // After an eviction, the tabs of an open browser are unknown, so close the browser.
    const orphan = this.ctx.storage.kv.get<string>("browserId");
    if (orphan !== undefined) this.ctx.waitUntil(this.#closeBrowser(orphan));
  }

  /**
   * Starts the browser and prepares its first tab. The pool with this object id calls this once. With `usesLists`, loads the
   * filter lists before it connects to the browser: they block the object's thread, which handles the browser's messages.
   */
  async start(network: CaptureNetwork, poolId: string, usesLists: boolean): Promise<SessionStart> {
    try {
      // Isolates without a browser do not need the engine, which takes most of the time to evaluate.
      const engine = import("./session.ts").then(async (loaded) => {
        if (usesLists) await loaded.loadLists(this.env);
        return loaded;
      });
      // A failed start of the browser ends this function first.
      void ignoreErrors(engine);
      const browserId = await acquireBrowser(this.env.BROWSER);
      this.ctx.storage.kv.put("browserId", browserId);
      const { openSession } = await engine;
      this.#session = await openSession(this.env, browserId, network, {
        reportEnd: (lease, end) => this.#reportEnd(lease, end, poolId),
        stop: () => this.stop(),
        defer: (work) => this.ctx.waitUntil(work),
      });
      return { started: true, browserId };
    } catch (error) {
      // The pool decides when to retry.
      log("browser start failed", { error });
      await this.stop();
      const retryAfterSeconds = error instanceof BrowserUnavailable ? error.retryAfterSeconds : 1;
      return { started: false, retryAfterSeconds };
    }
  }

  /**
   * Captures one page in a separate tab. Returns errors of the page and the browser as an outcome. Reports the end of the
   * capture to the pool, because the caller may have stopped.
   */
  async capture(request: CaptureRequest, lease: Lease): Promise<CaptureOutcome> {
    return (await this.#session?.capture(request, lease)) ?? { kind: "closed" };
  }

  status(): SessionStatus {
    return this.#session?.status() ?? { alive: false, leases: [], captures: 0 };
  }

  /** Sends a command to an idle browser, so that Browser Run keeps it open. Returns whether the browser has answered. */
  async keepAlive(): Promise<boolean> {
    return (await this.#session?.keepAlive()) ?? false;
  }

  /** Accepts no more captures and closes the browser after the last running one. */
  async retire(): Promise<void> {
    await (this.#session?.retire() ?? this.stop());
  }

  /** Closes the browser immediately, with all running captures. */
  async stop(): Promise<void> {
    const browserId = this.ctx.storage.kv.get<string>("browserId");
    this.#session?.close();
    if (browserId !== undefined) await this.#closeBrowser(browserId);
  }

  async #closeBrowser(browserId: string): Promise<void> {
    // A browser that does not respond closes after its keep-alive time.
    await deleteBrowser(this.env.BROWSER, browserId).catch((error: unknown) =>
      log("browser not closed", { error }),
    );
    await this.ctx.storage.deleteAll();
  }

  #reportEnd(lease: Lease, end: LeaseEnd, poolId: string): void {
    const { BROWSER_POOL } = this.env;
    const report = retryOnce(async () =>
      BROWSER_POOL.get(BROWSER_POOL.idFromString(poolId)).release(lease, end),
    );
    // Without the report, the pool checks the lease after it expires.
    this.ctx.waitUntil(report.catch((error: unknown) => log("end not reported", { error })));
  }
}
