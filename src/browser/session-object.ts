// BrowserSession: owns one browser of Browser Run, the only connection to it, and its prepared tabs.
import type { Browser } from "@cloudflare/puppeteer";
import { DurableObject } from "cloudflare:workers";
import { Budget } from "../capture/budget.ts";
import { BlockingAssets } from "../capture/blocking/blocking-assets.ts";
import { BrowserFailure, classifyError } from "../capture/classify-error.ts";
import type { RequestPolicies } from "../capture/network/request-policies.ts";
import { render } from "../capture/render.ts";
import type { CaptureRequest, OutboundGuard } from "../capture/request.ts";
import { openTab, type Tab } from "../capture/tab.ts";
import { ServiceError } from "../contract/errors.ts";
import { withDeadline } from "../lib/deadline.ts";
import { createLog } from "../lib/log.ts";
import type { CaptureOutcome } from "./outcome.ts";
import { sendRendered } from "./transfer.ts";
import type { MessageMeter } from "./message-meter.ts";
import { acquireBrowser, BrowserUnavailable, connectBrowser, deleteBrowser } from "./connection.ts";

/** The number of prepared tabs. Opening a tab takes longer than all other steps of a small capture. */
const PREPARED_TABS = 2;

/** Wait this long before the thumbnail, so that a client that captures in a loop is not slowed down. */
const IDLE_AFTER_MS = 200;

const OPEN_TAB_DEADLINE_MS = 10_000;
const CLOSE_TAB_DEADLINE_MS = 2_000;

export type SessionStart =
  | { started: true; browserId: string }
  | { started: false; retryAfterSeconds: number };

export type SessionStatus = { alive: boolean; active: number; captures: number };

type SessionEnv = { BROWSER: Fetcher; ASSETS: Fetcher };

/** Shared by all sessions of an isolate, because the data is large. */
let blockingAssets: BlockingAssets | undefined;

const log = createLog("browser-session");

export class BrowserSession extends DurableObject<SessionEnv> {
  #browser: Browser | undefined;
  #guard: OutboundGuard | undefined;
  #policies: RequestPolicies | undefined;
  #meter: MessageMeter | undefined;
  #preparedTabs: Promise<Tab>[] = [];
  #active = 0;
  /** Active captures that have no screenshot yet. */
  #rendering = 0;
  #captures = 0;

  constructor(ctx: DurableObjectState, env: SessionEnv) {
    super(ctx, env);
    // After an eviction, the tabs of an open browser are unknown, so close the browser.
    const orphan = this.ctx.storage.kv.get<string>("browserId");
    if (orphan !== undefined) this.ctx.waitUntil(this.#closeBrowser(orphan));
  }

  /** Starts the browser and prepares its first tab. The pool calls this once. */
  async start(guard: OutboundGuard): Promise<SessionStart> {
    try {
      const browserId = await acquireBrowser(this.env.BROWSER);
      this.ctx.storage.kv.put("browserId", browserId);
      this.#guard = guard;
      const { browser, policies, meter } = await connectBrowser(this.env.BROWSER, browserId, guard);
      this.#browser = browser;
      this.#meter = meter;
      this.#policies = policies;
      this.#browser.once("disconnected", () => {
        this.#browser = undefined;
        this.#preparedTabs = [];
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

  /** Captures one page in a separate tab. Returns errors of the page and the browser as an outcome. */
  async capture(request: CaptureRequest): Promise<CaptureOutcome> {
    if (this.#browser === undefined) return { kind: "closed" };
    const budget = new Budget(request.timeoutMs);
    this.#active += 1;
    this.#captures += 1;
    let tab: Tab | undefined;
    try {
      const usedTab = await this.#takeTab(budget);
      tab = usedTab;
      this.#meter?.watch(usedTab.context.id ?? "", () => budget.fail(createFloodError()));
      blockingAssets ??= new BlockingAssets(this.env.ASSETS);
      this.#rendering += 1;
      const isIdle = async () => this.#isIdle();
      const rendered = await render(usedTab, request, budget, blockingAssets, isIdle).finally(
        () => {
          this.#rendering -= 1;
        },
      );
      const release = () => this.#releaseTab(usedTab);
      return { kind: "rendered", rendered: sendRendered(rendered, release) };
    } catch (error) {
      this.#releaseTab(tab);
      const cause = classifyError(error);
      if (cause instanceof BrowserFailure || this.#browser === undefined)
        return { kind: "lost", reason: cause.message };
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
    return { alive: this.#browser !== undefined, active: this.#active, captures: this.#captures };
  }

  /** Closes the browser immediately, with all running captures. */
  async stop(): Promise<void> {
    const browserId = this.ctx.storage.kv.get<string>("browserId");
    this.#browser = undefined;
    this.#preparedTabs = [];
    if (browserId !== undefined) await this.#closeBrowser(browserId);
  }

  async #closeBrowser(browserId: string): Promise<void> {
    // A browser that does not answer closes after its keep-alive time.
    await deleteBrowser(this.env.BROWSER, browserId).catch((error: unknown) =>
      log("browser not closed", { error }),
    );
    await this.ctx.storage.deleteAll();
  }

  async #takeTab(budget: Budget): Promise<Tab> {
    const opening = this.#preparedTabs.shift() ?? this.#openTab();
    try {
      return await budget.run("navigation", () => opening);
    } catch (error) {
      // Close a tab that opens after the deadline; no other code holds a reference to it.
      void opening.then((late) => late.context.close()).catch(() => {});
      // A ServiceError means that the capture's time has expired. Any other error is a failure of the browser.
      throw error instanceof ServiceError ? error : new BrowserFailure(error);
    }
  }

  async #openTab(): Promise<Tab> {
    if (this.#browser === undefined || this.#guard === undefined || this.#policies === undefined)
      throw new Error("The browser is not running.");
    const tab = openTab(this.#browser, this.#guard, this.#policies);
    return withDeadline(OPEN_TAB_DEADLINE_MS, "open tab", tab);
  }

  #releaseTab(tab: Tab | undefined): void {
    this.#active -= 1;
    if (tab === undefined) return;
    const closing = withDeadline(CLOSE_TAB_DEADLINE_MS, "close tab", tab.context.close())
      // A browser whose context does not close no longer answers reliably.
      .catch(() => this.stop())
      .then(() => this.#prepareTabs(PREPARED_TABS));
    this.ctx.waitUntil(closing);
  }

  #prepareTabs(count: number): void {
    while (this.#browser !== undefined && this.#preparedTabs.length < count) {
      const tab = this.#openTab();
      // #takeTab() handles the failure.
      tab.catch(() => {});
      this.#preparedTabs.push(tab);
    }
  }
}

function createFloodError(): ServiceError {
  return new ServiceError("render_failed", {
    message: "The page sends more requests, navigations or messages than a capture allows.",
    details: { reason: "flood" },
  });
}
