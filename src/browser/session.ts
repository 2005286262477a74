// Runs the captures of one browser, each in a separate tab, through the only connection to it.
import type { Browser } from "@cloudflare/puppeteer";
import { BlockingAssets } from "../capture/blocking/blocking-assets.ts";
import { Budget } from "../capture/budget.ts";
import { render } from "../capture/render.ts";
import type { CaptureNetwork, CaptureRequest } from "../capture/request.ts";
import type { Tab } from "../capture/tab.ts";
import { withDeadline } from "../lib/deadline.ts";
import { connectBrowser } from "./connection.ts";
import { outcomeOfError } from "./failed-outcome.ts";
import type { Lease, LeaseEnd } from "./lease.ts";
import type { MessageMeter } from "./message-meter.ts";
import { type CaptureOutcome, createFloodError } from "./outcome.ts";
import { PreparedTabs } from "./prepared-tabs.ts";
import { canShoot, isBlocked } from "./shot-check.ts";
import { sendRendered } from "./transfer.ts";

/** The number of prepared tabs. Opening a tab takes longer than all other steps of a small capture. */
const PREPARED_TABS = 2;

/** Wait this long before the thumbnail, so that a client that captures in a loop is not slowed down. */
const IDLE_AFTER_MS = 200;

const CLOSE_TAB_DEADLINE_MS = 2_000;

/** A browser that does not answer a simple command within this time is closed. */
const ANSWER_DEADLINE_MS = 2_000;

/** A capture that exceeds its timeout by this time counts as hung, and its tab is closed. Less than HUNG_AFTER_MS of renderer.ts. */
const HUNG_AFTER_MS = 500;

/** The time between two checks of a browser that several accounts use. A check takes as long as opening a tab. */
const CHECK_SHARED_MS = 5_000;

const KEEP_ALIVE_DEADLINE_MS = 5_000;

/** A result that the caller does not read within this time is discarded. */
const TRANSFER_DEADLINE_MS = 30_000;

/** The object that owns the session. */
export type SessionOwner = {
  /** Reports the end of a capture to the pool. */
  reportEnd: (lease: Lease, end: LeaseEnd) => void;
  /** Closes the browser. */
  stop: () => Promise<void>;
  /** Continues work after a call. */
  defer: (work: Promise<unknown>) => void;
};

type Bindings = { BROWSER: Fetcher; ASSETS: Fetcher };

/** Loads the filter lists of the block_* options into the isolate. Skips files that cannot be read. */
export async function loadLists({ ASSETS }: Pick<Bindings, "ASSETS">): Promise<void> {
  await new BlockingAssets(ASSETS).load();
}

/** Connects to a browser and prepares its first tab. */
export async function openSession(
  { BROWSER, ASSETS }: Bindings,
  browserId: string,
  network: CaptureNetwork,
  owner: SessionOwner,
): Promise<Session> {
  const { browser, meter } = await connectBrowser(BROWSER, browserId);
  return new Session(browser, meter, network, new BlockingAssets(ASSETS), owner);
}

export class Session {
  readonly #browser: Browser;
  readonly #tabs: PreparedTabs;
  readonly #meter: MessageMeter;
  readonly #assets: BlockingAssets;
  readonly #owner: SessionOwner;
  /** The leases of the running captures. */
  readonly #leases = new Map<string, Lease>();
  readonly #usedTabs = new Set<Tab>();
  #isOpen = true;
  #isRetired = false;
  #isChecking = false;
  /** The oldest capture when the browser took no more screenshots: its page is probably the cause. */
  #suspectId: string | undefined;
  /** Running captures that have no screenshot yet. */
  #rendering = 0;
  #captures = 0;

  constructor(
    browser: Browser,
    meter: MessageMeter,
    network: CaptureNetwork,
    assets: BlockingAssets,
    owner: SessionOwner,
  ) {
    this.#browser = browser;
    this.#tabs = new PreparedTabs(browser, network);
    this.#meter = meter;
    this.#assets = assets;
    this.#owner = owner;
    browser.once("disconnected", () => this.close());
    // Prepare one tab only: during the first capture, the browser should not open a tab for the second.
    this.#tabs.prepare(1);
  }

  /** Captures one page. Returns errors of the page and the browser as an outcome. */
  async capture(request: CaptureRequest, lease: Lease): Promise<CaptureOutcome> {
    if (!this.#isOpen || this.#isRetired) return { kind: "closed" };
    const budget = new Budget(request.timeoutMs);
    this.#leases.set(lease.id, lease);
    this.#captures += 1;
    let tab: Tab | undefined;
    let hasCrashed = false;
    const checks = setInterval(() => this.#owner.defer(this.#checkShared()), CHECK_SHARED_MS);
    try {
      const usedTab = await this.#tabs.take(request, budget);
      tab = usedTab;
      this.#usedTabs.add(usedTab);
      usedTab.page.once("error", () => {
        hasCrashed = true;
      });
      this.#meter.watch(usedTab.context.id ?? "", () => budget.fail(createFloodError()));
      this.#rendering += 1;
      const isIdle = async () => this.#isIdle();
      const rendering = render(usedTab, request, budget, this.#assets, isIdle).finally(() => {
        this.#rendering -= 1;
      });
      const rendered = await withDeadline(request.timeoutMs + HUNG_AFTER_MS, "capture", rendering);
      const onCaptured = () => this.#endLease(lease, "captured");
      const onComplete = () => {
        this.#endLease(lease, "captured");
        this.#releaseTab(usedTab);
      };
      // The caller may have stopped without reading the result.
      setTimeout(onComplete, TRANSFER_DEADLINE_MS + budget.leftMs);
      const progress = { onCaptured, onComplete };
      return { kind: "rendered", rendered: sendRendered(rendered, request.thumbnail, progress) };
    } catch (error) {
      this.#releaseTab(tab);
      return this.#fail(error, lease, hasCrashed && this.#isOpen);
    } finally {
      clearInterval(checks);
    }
  }

  status(): { alive: boolean; leases: Lease[]; captures: number } {
    return { alive: this.#isOpen, leases: [...this.#leases.values()], captures: this.#captures };
  }

  /** Sends a command to the browser. Returns whether it has answered. A browser that does not answer is closed. */
  async keepAlive(): Promise<boolean> {
    try {
      await withDeadline(KEEP_ALIVE_DEADLINE_MS, "keep alive", this.#browser.version());
      return true;
    } catch {
      await this.#owner.stop();
      return false;
    }
  }

  /** Accepts no more captures and closes the browser after the last running one. */
  async retire(): Promise<void> {
    this.#isRetired = true;
    if (this.#isUnused()) await this.#owner.stop();
  }

  /** The browser is closed. */
  close(): void {
    this.#isOpen = false;
    this.#tabs.close();
  }

  /** Returns whether no other capture runs or starts soon. A thumbnail takes a tenth of the browser's time. */
  async #isIdle(): Promise<boolean> {
    const captures = this.#captures;
    await scheduler.wait(IDLE_AFTER_MS);
    return this.#captures === captures && this.#rendering === 0;
  }

  /** Ends the lease of a capture that threw an error, and returns its outcome. */
  #fail(error: unknown, lease: Lease, hasCrashed: boolean): CaptureOutcome {
    const isCause = hasCrashed || lease.id === this.#suspectId;
    const isVictim = !isCause && this.#suspectId !== undefined;
    const outcome = outcomeOfError(error, { isOpen: this.#isOpen, isCause, isVictim });
    const isFailed = outcome.kind === "failed";
    if (isFailed && outcome.failure.code === "navigation_timeout")
      this.#owner.defer(this.#endTimedOut(lease));
    else this.#endLease(lease, isFailed || isCause ? "failed" : "lost");
    return outcome;
  }

  /** Reports the end of a capture. A second call has no effect. */
  #endLease(lease: Lease, end: LeaseEnd): void {
    if (this.#leases.delete(lease.id)) this.#owner.reportEnd(lease, end);
  }

  /** Ends the lease of a capture whose time has expired, after a check of the browser. */
  async #endTimedOut(lease: Lease): Promise<void> {
    const isBroken = this.#isOpen && !(await canShoot(this.#browser)) && this.#isOpen;
    if (isBroken) this.#suspectOldest();
    const isVictim = (isBroken || !this.#isOpen) && lease.id !== this.#suspectId;
    this.#endLease(lease, isVictim ? "lost" : "failed");
    if (isBroken || (this.#isRetired && this.#isUnused())) await this.#owner.stop();
  }

  /** Closes a browser that takes no more screenshots while captures of several accounts run in it. */
  async #checkShared(): Promise<void> {
    const accounts = new Set([...this.#leases.values()].map(({ accountId }) => accountId));
    if (accounts.size < 2 || this.#isChecking) return;
    this.#isChecking = true;
    const isBroken = (await isBlocked(this.#browser)) && this.#isOpen;
    this.#isChecking = false;
    if (!isBroken) return;
    this.#suspectOldest();
    await this.#owner.stop();
  }

  /** The captures of a browser that takes no more screenshots are repeated after it is closed. */
  #suspectOldest(): void {
    this.#suspectId ??= this.#leases.keys().next().value;
  }

  /** Closes the tab of a finished capture. A second call has no effect. */
  #releaseTab(tab: Tab | undefined): void {
    if (tab !== undefined && !this.#usedTabs.delete(tab)) return;
    this.#owner.defer(this.#closeTab(tab));
  }

  async #closeTab(tab: Tab | undefined): Promise<void> {
    if (tab !== undefined)
      await withDeadline(CLOSE_TAB_DEADLINE_MS, "close tab", tab.context.close()).catch(() =>
        this.#retireUnreliable(),
      );
    if (this.#isRetired && this.#isUnused()) await this.#owner.stop();
    else this.#tabs.prepare(PREPARED_TABS);
  }

  /**
   * A browser whose context does not close receives no more captures, and its running captures continue. A browser that
   * does not answer at all is closed, so that its captures are repeated in another one.
   */
  async #retireUnreliable(): Promise<void> {
    try {
      await withDeadline(ANSWER_DEADLINE_MS, "version", this.#browser.version());
      this.#isRetired = true;
    } catch {
      // The browser does not answer.
      await this.#owner.stop();
    }
  }

  #isUnused(): boolean {
    return this.#leases.size === 0 && this.#usedTabs.size === 0;
  }
}
