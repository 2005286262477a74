// BrowserSession: owns one browser of Browser Run, the only connection to it, and its prepared tabs.
import type { Browser } from "@cloudflare/puppeteer";
import { DurableObject } from "cloudflare:workers";
import { Budget } from "../capture/budget.ts";
import { BlockingAssets } from "../capture/blocking/blocking-assets.ts";
import { BrowserFailure, classifyError } from "../capture/classify-error.ts";
import { LocalProxy } from "../capture/network/local-proxy.ts";
import { render } from "../capture/render.ts";
import type { CaptureNetwork, CaptureRequest } from "../capture/request.ts";
import { openTab, type Reach, reachOf, type Tab } from "../capture/tab.ts";
import { ServiceError } from "../contract/errors.ts";
import { DeadlineExceeded, withDeadline } from "../lib/deadline.ts";
import { createLog } from "../lib/log.ts";
import { retryOnce } from "../lib/retry-once.ts";
import type { Lease } from "./lease.ts";
import type { CaptureOutcome } from "./outcome.ts";
import type { BrowserPool } from "./pool-object.ts";
import { sendRendered } from "./transfer.ts";
import type { MessageMeter } from "./message-meter.ts";
import { acquireBrowser, BrowserUnavailable, connectBrowser, deleteBrowser } from "./connection.ts";

/** The number of prepared tabs. Opening a tab takes longer than all other steps of a small capture. */
const PREPARED_TABS = 2;

/** Wait this long before the thumbnail, so that a client that captures in a loop is not slowed down. */
const IDLE_AFTER_MS = 200;

const OPEN_TAB_DEADLINE_MS = 10_000;
const CLOSE_TAB_DEADLINE_MS = 2_000;

/** A capture that exceeds its timeout by this time counts as hung, and its tab is closed. Less than HUNG_AFTER_MS of renderer.ts. */
const HUNG_AFTER_MS = 500;

/** A result that the caller does not read within this time is discarded. */
const TRANSFER_DEADLINE_MS = 30_000;

export type SessionStart =
  | { started: true; browserId: string }
  | { started: false; retryAfterSeconds: number };

/** `leases`: the running captures. `captures`: their number since the start. */
export type SessionStatus = { alive: boolean; leases: Lease[]; captures: number };

/** The prepared tabs by reach. A tab stays open until a capture with the same reach needs it. */
type PreparedTabs = Record<Reach, Promise<Tab>[]>;

type SessionEnv = {
  BROWSER: Fetcher;
  ASSETS: Fetcher;
  BROWSER_POOL: DurableObjectNamespace<BrowserPool>;
};

/** Shared by all sessions of an isolate, because the data is large. */
let blockingAssets: BlockingAssets | undefined;

const log = createLog("browser-session");

export class BrowserSession extends DurableObject<SessionEnv> {
  #browser: Browser | undefined;
  #network: CaptureNetwork | undefined;
  #proxy: LocalProxy | undefined;
  #meter: MessageMeter | undefined;
  #preparedTabs: PreparedTabs = { public: [], private: [] };
  /** The next capture probably has the same reach. */
  #latestReach: Reach = "public";
  /** The leases of the running captures. */
  readonly #leases = new Map<string, Lease>();
  readonly #usedTabs = new Set<Tab>();
  /** The object id of the pool, which receives the end of each capture. */
  #poolId = "";
  #isRetired = false;
  /** Running captures that have no screenshot yet. */
  #rendering = 0;
  #captures = 0;

  constructor(ctx: DurableObjectState, env: SessionEnv) {
    super(ctx, env);
    // After an eviction, the tabs of an open browser are unknown, so close the browser.
    const orphan = this.ctx.storage.kv.get<string>("browserId");
    if (orphan !== undefined) this.ctx.waitUntil(this.#closeBrowser(orphan));
  }

  /** Starts the browser and prepares its first tab. The pool with this object id calls this once. */
  async start(network: CaptureNetwork, poolId: string): Promise<SessionStart> {
    this.#poolId = poolId;
    try {
      const browserId = await acquireBrowser(this.env.BROWSER);
      this.ctx.storage.kv.put("browserId", browserId);
      this.#network = network;
      this.#proxy =
        network.localProxy === undefined ? undefined : new LocalProxy(network.localProxy);
      const { browser, meter } = await connectBrowser(this.env.BROWSER, browserId);
      this.#browser = browser;
      this.#meter = meter;
      this.#browser.once("disconnected", () => {
        this.#browser = undefined;
        this.#preparedTabs = { public: [], private: [] };
      });
      // Prepare one tab only: during the first capture, the browser should not open a tab for the second.
      this.#prepareTabs(1);
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
    if (this.#browser === undefined || this.#isRetired) return { kind: "closed" };
    const budget = new Budget(request.timeoutMs);
    this.#leases.set(lease.id, lease);
    this.#captures += 1;
    let tab: Tab | undefined;
    try {
      this.#latestReach = reachOf(request, this.#network?.privateTargets ?? []);
      const usedTab = await this.#takeTab(this.#latestReach, budget);
      tab = usedTab;
      this.#usedTabs.add(usedTab);
      this.#meter?.watch(usedTab.context.id ?? "", () => budget.fail(createFloodError()));
      blockingAssets ??= new BlockingAssets(this.env.ASSETS);
      this.#rendering += 1;
      const isIdle = async () => this.#isIdle();
      const rendering = render(usedTab, request, budget, blockingAssets, isIdle).finally(() => {
        this.#rendering -= 1;
      });
      const rendered = await withDeadline(request.timeoutMs + HUNG_AFTER_MS, "capture", rendering);
      const onCaptured = () => this.#endLease(lease, true);
      const onComplete = () => {
        this.#endLease(lease, true);
        this.#releaseTab(usedTab);
      };
      // The caller may have stopped without reading the result.
      setTimeout(onComplete, TRANSFER_DEADLINE_MS + budget.leftMs);
      const progress = { onCaptured, onComplete };
      return { kind: "rendered", rendered: sendRendered(rendered, request.thumbnail, progress) };
    } catch (error) {
      const cause = classifyError(timeoutOf(error) ?? error);
      const isLost = cause instanceof BrowserFailure || this.#browser === undefined;
      this.#endLease(lease, !isLost);
      this.#releaseTab(tab);
      if (isLost) return { kind: "lost", reason: cause.message };
      const { code, message, details } = cause;
      if (code === "render_failed") log("capture failed", { error: cause.cause ?? cause });
      return {
        kind: "failed",
        failure: { code, message, ...(details === undefined ? {} : { details }) },
      };
    }
  }

  /** Returns whether no other capture runs or starts soon. A thumbnail takes a tenth of the browser's time. */
  async #isIdle(): Promise<boolean> {
    const captures = this.#captures;
    await scheduler.wait(IDLE_AFTER_MS);
    return this.#captures === captures && this.#rendering === 0;
  }

  status(): SessionStatus {
    const leases = [...this.#leases.values()];
    return { alive: this.#browser !== undefined, leases, captures: this.#captures };
  }

  /** Accepts no more captures and closes the browser after the last running one. */
  async retire(): Promise<void> {
    this.#isRetired = true;
    if (this.#isUnused()) await this.stop();
  }

  /** Closes the browser immediately, with all running captures. */
  async stop(): Promise<void> {
    const browserId = this.ctx.storage.kv.get<string>("browserId");
    this.#browser = undefined;
    this.#preparedTabs = { public: [], private: [] };
    if (browserId !== undefined) await this.#closeBrowser(browserId);
  }

  async #closeBrowser(browserId: string): Promise<void> {
    // A browser that does not respond closes after its keep-alive time.
    await deleteBrowser(this.env.BROWSER, browserId).catch((error: unknown) =>
      log("browser not closed", { error }),
    );
    await this.ctx.storage.deleteAll();
  }

  async #takeTab(reach: Reach, budget: Budget): Promise<Tab> {
    const opening = this.#preparedTabs[reach].shift() ?? this.#openTab(reach);
    try {
      return await budget.run("navigation", () => opening);
    } catch (error) {
      // Close a tab that opens after the deadline; no other code holds a reference to it.
      void opening.then((late) => late.context.close()).catch(() => {});
      // A ServiceError means that the capture's time has expired. Any other error is a failure of the browser.
      throw error instanceof ServiceError ? error : new BrowserFailure(error);
    }
  }

  async #openTab(reach: Reach): Promise<Tab> {
    if (this.#browser === undefined || this.#network === undefined)
      throw new Error("The browser is not running.");
    const privateTargets = reach === "private" ? this.#network.privateTargets : [];
    const tab = openTab(this.#browser, privateTargets, this.#proxy);
    return withDeadline(OPEN_TAB_DEADLINE_MS, "open tab", tab);
  }

  /** Reports the end of a capture to the pool. A second call has no effect. */
  #endLease(lease: Lease, isHealthy: boolean): void {
    if (!this.#leases.delete(lease.id)) return;
    const { BROWSER_POOL } = this.env;
    const report = retryOnce(async () =>
      BROWSER_POOL.get(BROWSER_POOL.idFromString(this.#poolId)).release(lease, isHealthy),
    );
    // Without the report, the pool checks the lease after it expires.
    this.ctx.waitUntil(report.catch((error: unknown) => log("end not reported", { error })));
  }

  /** Closes the tab of a finished capture. A second call has no effect. */
  #releaseTab(tab: Tab | undefined): void {
    if (tab !== undefined && !this.#usedTabs.delete(tab)) return;
    this.ctx.waitUntil(this.#closeTab(tab));
  }

  async #closeTab(tab: Tab | undefined): Promise<void> {
    if (tab !== undefined)
      await withDeadline(CLOSE_TAB_DEADLINE_MS, "close tab", tab.context.close())
        // A browser whose context does not close no longer answers reliably.
        .catch(() => this.stop());
    if (this.#isRetired && this.#isUnused()) await this.stop();
    else this.#prepareTabs(PREPARED_TABS);
  }

  #isUnused(): boolean {
    return this.#leases.size === 0 && this.#usedTabs.size === 0;
  }

  #prepareTabs(count: number): void {
    const prepared = this.#preparedTabs[this.#latestReach];
    while (this.#browser !== undefined && prepared.length < count) {
      const tab = this.#openTab(this.#latestReach);
      // #takeTab() handles the failure.
      tab.catch(() => {});
      prepared.push(tab);
    }
  }
}

function createFloodError(): ServiceError {
  return new ServiceError("render_failed", {
    message: "The page sends more requests, navigations or messages than a capture allows.",
    details: { reason: "flood" },
  });
}

/** Returns the error of a capture that has hung. The other captures of its browser continue. */
function timeoutOf(error: unknown): ServiceError | undefined {
  if (!(error instanceof DeadlineExceeded)) return undefined;
  return new ServiceError("navigation_timeout", { details: { phase: "capture" } });
}
