// Opens the tabs of one browser before captures need them.
import type { Browser } from "@cloudflare/puppeteer";
import type { Budget } from "../capture/budget.ts";
import { BrowserFailure } from "../capture/classify-error.ts";
import { LocalProxy } from "../capture/network/local-proxy.ts";
import type { CaptureNetwork, CaptureRequest } from "../capture/request.ts";
import { openTab, type Reach, reachOf, type Tab } from "../capture/tab.ts";
import { ServiceError } from "../contract/errors.ts";
import { withDeadline } from "../lib/deadline.ts";

const OPEN_TAB_DEADLINE_MS = 10_000;

export class PreparedTabs {
  readonly #browser: Browser;
  readonly #network: CaptureNetwork;
  readonly #proxy: LocalProxy | undefined;
  /** The prepared tabs by reach. A tab stays open until a capture with the same reach needs it. */
  #tabs: Record<Reach, Promise<Tab>[]> = { public: [], private: [] };
  /** The next capture probably has the same reach. */
  #latestReach: Reach = "public";
  #isClosed = false;

  constructor(browser: Browser, network: CaptureNetwork) {
    this.#browser = browser;
    this.#network = network;
    this.#proxy = network.localProxy === undefined ? undefined : new LocalProxy(network.localProxy);
  }

  /** Returns a prepared tab for the request, or opens one. Throws ServiceError or BrowserFailure. */
  async take(request: CaptureRequest, budget: Budget): Promise<Tab> {
    this.#latestReach = reachOf(request, this.#network.privateTargets);
    const opening = this.#tabs[this.#latestReach].shift() ?? this.#open(this.#latestReach);
    try {
      return await budget.run("navigation", () => opening);
    } catch (error) {
      // Close a tab that opens after the deadline; no other code holds a reference to it.
      void opening.then((late) => late.context.close()).catch(() => {});
      // A ServiceError means that the capture's time has expired. Any other error is a failure of the browser.
      throw error instanceof ServiceError ? error : new BrowserFailure(error);
    }
  }

  /** Opens tabs in the background until `count` are prepared. */
  prepare(count: number): void {
    const prepared = this.#tabs[this.#latestReach];
    while (!this.#isClosed && prepared.length < count) {
      const tab = this.#open(this.#latestReach);
      // take() handles the failure.
      tab.catch(() => {});
      prepared.push(tab);
    }
  }

  /** Forgets the tabs of a closed browser. */
  close(): void {
    this.#isClosed = true;
    this.#tabs = { public: [], private: [] };
  }

  async #open(reach: Reach): Promise<Tab> {
    if (this.#isClosed) throw new Error("The browser is not running.");
    const privateTargets = reach === "private" ? this.#network.privateTargets : [];
    const tab = openTab(this.#browser, privateTargets, this.#proxy);
    return withDeadline(OPEN_TAB_DEADLINE_MS, "open tab", tab).catch((error: unknown) => {
      // The capture that takes the tab must not mistake this deadline for its own timeout.
      throw new BrowserFailure(error);
    });
  }
}
