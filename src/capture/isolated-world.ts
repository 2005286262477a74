// Runs functions in an isolated world: it shares the document with the page, but the page's scripts can neither replace nor
// observe the built-in objects and prototypes that functions use there.
import type { CDPSession, Frame } from "@cloudflare/puppeteer";
import { UTILITY_WORLD_NAME } from "@cloudflare/puppeteer/internal/common/util.js";
import type { Protocol } from "devtools-protocol";
import type { CaptureOptions } from "../contract/capture-options.ts";
import { createDom } from "./in-page/dom.ts";
import type { Tab } from "./tab.ts";

type Methods = Record<string, (...args: never[]) => unknown>;

/** Calls a method of an object in the page. */
export type CallMethod<Target extends Methods> = <Name extends keyof Target & string>(
  name: Name,
  ...args: Parameters<Target[Name]>
) => Promise<Awaited<ReturnType<Target[Name]>>>;

/**
 * The isolated world of a document. Unlike puppeteer, it needs no events of the Runtime domain, which are ten
 * messages for each page.
 */
export class DocumentWorld {
  readonly #cdp: CDPSession;
  readonly #frameId: string;
  #contextId: Promise<number> | undefined;

  constructor(cdp: CDPSession, frameId: string) {
    this.#cdp = cdp;
    this.#frameId = frameId;
    cdp.on("Page.frameNavigated", ({ frame }: Protocol.Page.FrameNavigatedEvent) => {
      if (frame.id === frameId) this.#contextId = undefined;
    });
  }

  /** From now on, creates the world of each document while it loads, so that its first function saves a round trip. */
  createEarly(): void {
    this.#cdp.on("Page.frameNavigated", ({ frame }: Protocol.Page.FrameNavigatedEvent) => {
      if (frame.id !== this.#frameId) return;
      const contextId = this.#create();
      this.#contextId = contextId;
      // The document may be replaced before the command arrives. The next function then creates the world.
      contextId.catch(() => this.#forget(contextId));
    });
  }

  /**
   * Runs a function with values that JSON can contain, followed by functions of in-page/ that it calls. Throws an Error that
   * isNavigationError() recognizes when a navigation replaces the document.
   */
  async evaluate<Args extends unknown[], Result>(
    pageFunction: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>> {
    const result = await this.#run(pageFunction, args, true);
    return result.value as Awaited<Result>;
  }

  /** Runs a function that returns an object with methods, and returns a function that calls these methods in the page. */
  async createObject<Args extends unknown[], Result extends Methods>(
    pageFunction: (...args: Args) => Result,
    ...args: Args
  ): Promise<CallMethod<Result>> {
    const { objectId = "" } = await this.#run(pageFunction, args, false);
    return async <Name extends keyof Result & string>(
      name: Name,
      ...methodArgs: Parameters<Result[Name]>
    ): Promise<Awaited<ReturnType<Result[Name]>>> => {
      const declaration = "function (name, ...args) { return this[name](...args); }";
      const values = [name, ...methodArgs];
      const result = await this.#call(declaration, { objectId }, values, true);
      return result.value as Awaited<ReturnType<Result[Name]>>;
    };
  }

  async #run(
    pageFunction: (...args: never[]) => unknown,
    args: unknown[],
    returnByValue: boolean,
  ): Promise<Protocol.Runtime.RemoteObject> {
    const contextId = (this.#contextId ??= this.#create());
    try {
      const target = { executionContextId: await contextId };
      const values = args.filter((arg) => typeof arg !== "function");
      return await this.#call(sourceOf(pageFunction, args), target, values, returnByValue);
    } catch (error) {
      // The event of the navigation may arrive later.
      if (!(error instanceof PageError)) this.#forget(contextId);
      throw error;
    }
  }

  #forget(contextId: Promise<number>): void {
    if (this.#contextId === contextId) this.#contextId = undefined;
  }

  async #call(
    functionDeclaration: string,
    target: { executionContextId: number } | { objectId: string },
    args: unknown[],
    returnByValue: boolean,
  ): Promise<Protocol.Runtime.RemoteObject> {
    const { result, exceptionDetails } = await this.#cdp.send("Runtime.callFunctionOn", {
      ...target,
      functionDeclaration,
      arguments: args.map((value) => ({ value })),
      returnByValue,
      awaitPromise: true,
      userGesture: true,
    });
    if (exceptionDetails !== undefined) throw new PageError(exceptionDetails);
    return result;
  }

  /** Creates the world in the current document, or finds it by its name. Works without scripts, too. */
  async #create(): Promise<number> {
    const { executionContextId } = await this.#cdp.send("Page.createIsolatedWorld", {
      frameId: this.#frameId,
      worldName: UTILITY_WORLD_NAME,
      grantUniveralAccess: true,
    });
    return executionContextId;
  }
}

/**
 * Returns the source of a function that runs `pageFunction` with the constant `dom` of in-page/dom.ts. The source contains
 * the functions among the arguments, because the protocol passes only values.
 */
function sourceOf(pageFunction: (...args: never[]) => unknown, args: unknown[]): string {
  const functions = args.filter((arg) => typeof arg === "function");
  const passed = ["...args", ...functions.map(String)].join(", ");
  return `(...args) => { const dom = (${createDom.toString()})(); return (${pageFunction.toString()})(${passed}); }`;
}

class PageError extends Error {
  constructor({ exception, text }: Protocol.Runtime.ExceptionDetails) {
    super(exception?.description ?? text);
    this.name = "PageError";
  }
}

/** Runs a function of in-page/ in the page's main frame and returns its result. Page scripts cannot affect it. */
export async function evaluateIsolated<Args extends unknown[], Result>(
  { world }: Tab,
  pageFunction: (...args: Args) => Result,
  ...args: Args
): Promise<Awaited<Result>> {
  return world.evaluate(pageFunction, ...args);
}

/** Enables puppeteer's isolated worlds in a blank tab if blocking needs them for isolatedWorldOf(). */
export async function enableFrameWorlds({ cdp }: Tab, options: CaptureOptions): Promise<void> {
  const isNeeded =
    options.block_ads ||
    options.block_cookie_banners ||
    options.block_chats ||
    options.block_trackers;
  if (!isNeeded) return;
  await Promise.all([
    cdp.send("Runtime.enable"),
    cdp.send("Page.addScriptToEvaluateOnNewDocument", {
      source: "",
      worldName: UTILITY_WORLD_NAME,
    }),
  ]);
}

type World = {
  evaluate<Args extends unknown[], Result>(
    pageFunction: string | ((...args: Args) => Result),
    ...args: Args
  ): Promise<Awaited<Result>>;
};

/** Returns the isolated world of a frame. Its methods wait until enableFrameWorlds() has enabled the worlds. */
export function isolatedWorldOf(frame: Frame): World {
  // Puppeteer has an isolated world in every frame, but its declarations omit the method.
  return (frame as unknown as { isolatedRealm: () => World }).isolatedRealm();
}
