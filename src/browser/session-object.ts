// BrowserSession: owns one Browser Run session, the only connection to it, and tabs made ready ahead of need.
import type { Browser } from "@cloudflare/puppeteer";
import { DurableObject } from "cloudflare:workers";
import { Budget } from "../capture/budget.ts";
import { BlockingAssets } from "../capture/blocking/blocking-assets.ts";
import { BrowserFailure, classifyError } from "../capture/classify-error.ts";
import type { RequestPolicies } from "../capture/network/request-policies.ts";
import { render } from "../capture/render.ts";
import type {
  CaptureFailure,
  CaptureRequest,
  OutboundGuard,
  Rendered,
} from "../capture/request.ts";
import { openTab, type Tab } from "../capture/tab.ts";
import { ServiceError } from "../contract/errors.ts";
import { withDeadline } from "../lib/deadline.ts";
import { createLog } from "../lib/log.ts";
import { acquireBrowser, BrowserUnavailable, connectBrowser, deleteBrowser } from "./connection.ts";

/** Tabs kept ready: creating one takes longer than everything else that a small page needs. */
const WARM_TABS = 2;

/** Whoever captures one page after the other begins the next one sooner. */
const SPARE_AFTER_MS = 200;

const OPEN_TAB_DEADLINE_MS = 10_000;
const CLOSE_TAB_DEADLINE_MS = 2_000;

export type SessionStart =
  | { started: true; browserId: string }
  | { started: false; retryAfterSeconds: number };

/** Promises do not travel between objects, streams do: without a thumbnail there are no bytes in it. */
export type TransferableRendering = Omit<Rendered, "thumbnail"> & {
  thumbnail?: ReadableStream<Uint8Array>;
};

export type CaptureOutcome =
  | { kind: "rendered"; rendered: TransferableRendering }
  | { kind: "failed"; failure: CaptureFailure }
  /** The browser was lost while it captured: another one may do better. */
  | { kind: "lost"; reason: string }
  /** The browser had ended before the capture began. */
  | { kind: "gone" };

export type SessionStatus = { alive: boolean; active: number; captures: number };

type SessionEnv = { BROWSER: Fetcher; ASSETS: Fetcher };

/** Shared by all sessions of an isolate, because the data is large. */
let blockingAssets: BlockingAssets | undefined;

const log = createLog("browser-session");

export class BrowserSession extends DurableObject<SessionEnv> {
  #browser: Browser | undefined;
  #guard: OutboundGuard | undefined;
  #policies: RequestPolicies | undefined;
  #warm: Promise<Tab>[] = [];
  #active = 0;
  /** Those of them whose picture is not there yet. */
  #rendering = 0;
  #captures = 0;

  constructor(ctx: DurableObjectState, env: SessionEnv) {
    super(ctx, env);
    // Evicted with a browser open: its tabs are unknown now, so it is ended rather than taken over.
    const orphan = this.ctx.storage.kv.get<string>("browserId");
    if (orphan !== undefined) this.ctx.waitUntil(this.#end(orphan));
  }

  /** Starts the browser and its first tabs. Called once. */
  async start(guard: OutboundGuard): Promise<SessionStart> {
    try {
      const browserId = await acquireBrowser(this.env.BROWSER);
      this.ctx.storage.kv.put("browserId", browserId);
      this.#guard = guard;
      const { browser, policies } = await connectBrowser(this.env.BROWSER, browserId, guard);
      this.#browser = browser;
      this.#policies = policies;
      this.#browser.once("disconnected", () => {
        this.#browser = undefined;
        this.#warm = [];
      });
      // One: while the first capture runs, the browser should not be making what only the next one needs.
      this.#warmUp(1);
      return { started: true, browserId };
    } catch (error) {
      // The pool decides what follows; it is told when a retry makes sense.
      log("browser start failed", { error });
      await this.stop();
      const retryAfterSeconds = error instanceof BrowserUnavailable ? error.retryAfterSeconds : 1;
      return { started: false, retryAfterSeconds };
    }
  }

  /** Captures one page in a tab of its own. Never throws for what a page or a browser can do. */
  async capture(request: CaptureRequest): Promise<CaptureOutcome> {
    if (this.#browser === undefined) return { kind: "gone" };
    const budget = new Budget(request.timeoutMs);
    this.#active += 1;
    this.#captures += 1;
    let tab: Tab | undefined;
    try {
      tab = await this.#takeTab(budget);
      blockingAssets ??= new BlockingAssets(this.env.ASSETS);
      this.#rendering += 1;
      const isSpare = async () => this.#isSpare();
      const rendered = await render(tab, request, budget, blockingAssets, isSpare).finally(() => {
        this.#rendering -= 1;
      });
      return { kind: "rendered", rendered: this.#givingBack(tab, rendered) };
    } catch (error) {
      this.#giveBack(tab);
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

  /** A second shot costs a tenth of the browser's time; whether no capture wants that, now or right after this one. */
  async #isSpare(): Promise<boolean> {
    const captures = this.#captures;
    await scheduler.wait(SPARE_AFTER_MS);
    return this.#captures === captures && this.#rendering === 0;
  }

  status(): SessionStatus {
    return { alive: this.#browser !== undefined, active: this.#active, captures: this.#captures };
  }

  /** Ends the browser, whatever its tabs are doing. */
  async stop(): Promise<void> {
    const browserId = this.ctx.storage.kv.get<string>("browserId");
    this.#browser = undefined;
    this.#warm = [];
    if (browserId !== undefined) await this.#end(browserId);
  }

  async #end(browserId: string): Promise<void> {
    // A browser that is gone already, or does not answer, ends by its own keep-alive.
    await deleteBrowser(this.env.BROWSER, browserId).catch((error: unknown) =>
      log("browser not ended", { error }),
    );
    await this.ctx.storage.deleteAll();
  }

  async #takeTab(budget: Budget): Promise<Tab> {
    const ready = this.#warm.shift() ?? this.#openTab();
    try {
      return await budget.run("navigation", () => ready);
    } catch (error) {
      // Nobody else knows of a tab that comes too late.
      void ready.then((late) => late.context.close()).catch(() => {});
      // Opening a tab depends on nothing but the browser; what is over is the capture's own time.
      throw error instanceof ServiceError ? error : new BrowserFailure(error);
    }
  }

  async #openTab(): Promise<Tab> {
    if (this.#browser === undefined || this.#guard === undefined || this.#policies === undefined)
      throw new Error("The browser is not running.");
    const tab = openTab(this.#browser, this.#guard, this.#policies);
    return withDeadline(OPEN_TAB_DEADLINE_MS, "open tab", tab);
  }

  /** The tab goes when nothing is taken from it any more: a stream still reads the page, however it ends. */
  #givingBack(tab: Tab, { thumbnail, body, ...facts }: Rendered): TransferableRendering {
    let read = Promise.resolve();
    let sent = body;
    if (body instanceof ReadableStream) {
      const { promise, resolve } = Promise.withResolvers<void>();
      sent = withEnd(body, resolve);
      read = promise;
    }
    void Promise.all([read, thumbnail]).then(() => this.#giveBack(tab));
    return { ...facts, body: sent, ...(thumbnail && { thumbnail: streamOf(thumbnail) }) };
  }

  #giveBack(tab: Tab | undefined): void {
    this.#active -= 1;
    if (tab === undefined) return;
    const closing = withDeadline(CLOSE_TAB_DEADLINE_MS, "close tab", tab.context.close())
      // A context that does not close takes its browser along: nothing in it can be trusted to answer.
      .catch(() => this.stop())
      .then(() => this.#warmUp(WARM_TABS));
    this.ctx.waitUntil(closing);
  }

  #warmUp(count: number): void {
    while (this.#browser !== undefined && this.#warm.length < count) {
      const tab = this.#openTab();
      // Whoever takes the tab hears of the failure.
      tab.catch(() => {});
      this.#warm.push(tab);
    }
  }
}

function withEnd(
  stream: ReadableStream<Uint8Array>,
  onEnd: () => void,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  return new ReadableStream({
    type: "bytes",
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) {
          controller.enqueue(value);
          return;
        }
        controller.close();
        // A byte stream that is closed while somebody waits for bytes answers only when told to.
        controller.byobRequest?.respond(0);
      } catch (error) {
        // The reader is told, and the tab is free.
        controller.error(error);
      }
      onEnd();
    },
    async cancel(reason) {
      onEnd();
      await reader.cancel(reason);
    },
  });
}

function streamOf(bytes: Promise<Uint8Array | undefined>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    type: "bytes",
    async pull(controller) {
      const all = await bytes;
      if (all !== undefined) controller.enqueue(all);
      controller.close();
      // As in withEnd().
      controller.byobRequest?.respond(0);
    },
  });
}
