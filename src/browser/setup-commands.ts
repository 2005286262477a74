// Answers commands of the library that captures do not need, so that they and their events cost no protocol messages.
import type { AttachedTarget } from "./message-meter.ts";

/** The library sends these commands to every page and frame. */
const NEVER_NEEDED = new Set(["Log.enable", "Performance.enable", "Network.setCacheDisabled"]);

/**
 * The library sends each of these commands once to a new page. Captures that need the events send the command again
 * (capture/isolated-world.ts, capture/lifecycle.ts).
 */
const DEFERRED = new Set([
  "Fetch.disable",
  "Runtime.enable",
  "Page.setLifecycleEventsEnabled",
  "Page.addScriptToEvaluateOnNewDocument",
  "Page.createIsolatedWorld",
]);

/** The library also resumes pages that do not wait. */
const RESUME = "Runtime.runIfWaitingForDebugger";

/** The browser executes all other commands. */
const ANSWERABLE = new Set([...NEVER_NEEDED, ...DEFERRED, RESUME, "Page.getFrameTree"]);

const METHOD = /^\{"method":"([A-Za-z.]+)"/;

/** Other scripts are from captures. */
const LIBRARY_SCRIPT =
  /^\{"method":"[A-Za-z.]+","params":\{"source":"\/\/# sourceURL=pptr:internal"/;

type Command = { id: number; sessionId?: string };

export class SetupCommands {
  readonly #targetOf: (sessionId: string) => AttachedTarget | undefined;
  /** The deferred commands that each page has received. */
  readonly #received = new WeakMap<AttachedTarget, Set<string>>();

  constructor(targetOf: (sessionId: string) => AttachedTarget | undefined) {
    this.#targetOf = targetOf;
  }

  /** Returns the response to a command, or undefined when the browser must execute the command. */
  answer(message: string): string | undefined {
    const method = METHOD.exec(message)?.[1] ?? "";
    if (!ANSWERABLE.has(method)) return undefined;
    if (method === "Page.addScriptToEvaluateOnNewDocument" && !LIBRARY_SCRIPT.test(message))
      return undefined;
    const { id, sessionId = "" } = JSON.parse(message) as Command;
    const result = this.#resultOf(method, this.#targetOf(sessionId));
    return result === undefined ? undefined : JSON.stringify({ id, sessionId, result });
  }

  #resultOf(method: string, target: AttachedTarget | undefined): object | undefined {
    if (NEVER_NEEDED.has(method)) return {};
    if (method === RESUME) return target?.isWaiting === false ? {} : undefined;
    // Captures do not evaluate in workers. Without this domain, a worker reports no console messages and no errors.
    if (method === "Runtime.enable" && target?.type === "worker") return {};
    if (target?.isBlankPage !== true) return undefined;
    if (method === "Page.getFrameTree") return frameTreeOf(target);
    const received = this.#received.get(target) ?? new Set();
    this.#received.set(target, received);
    if (received.has(method)) return undefined;
    received.add(method);
    return {};
  }
}

/** The id of a page's main frame is the id of its target. */
function frameTreeOf({ targetId }: AttachedTarget): object {
  return { frameTree: { frame: { id: targetId, loaderId: "", url: "about:blank" } } };
}
