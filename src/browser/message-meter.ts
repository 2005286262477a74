// Counts the protocol messages of each browser context, which holds the tab of one capture. Chromium queues messages
// without a limit and the Worker handles them one after another, so one page could occupy a whole browser.

/**
 * The maximum number of events. A page with 3,000 requests causes about 24,000, a page with 5,000 frames 22,000 (Chromium
 * loads 1,000 of them), and an application of 650 modules 5,000 (docs/operations.md "Pages that flood their browser").
 */
const MAX_EVENTS = 100_000;

/** The maximum number of characters in events. 3,000 requests cause about 15 million. */
const MAX_CHARACTERS = 32 * 1024 * 1024;

/** Separate limits for events that cost the browser more than others. */
const MAX_OF_EVENT: Record<string, number> = {
  "Network.requestWillBeSent": 5_000,
  "Page.navigatedWithinDocument": 2_000,
  "Target.targetInfoChanged": 2_000,
};

/**
 * Events without a listener, which Chromium sends because Network.enable requests all events of its domain. They count, but
 * they neither wait nor are parsed: they contain headers, and everything that a page exchanges through a WebSocket.
 */
const UNUSED_EVENT =
  /^Network\.(?:webSocket|webTransport|eventSource|requestWillBeSentExtraInfo|resourceChangedPriority)/;

/** Matches an event in Chromium's serialization. Answers to commands start with their id. */
const EVENT = /^\{"method":"([A-Za-z.]+)"/;
const SESSION = /"sessionId":"([0-9A-F]+)"\}$/;
/** A string inside a message cannot match this pattern, because its quotation marks are escaped. */
const CONTEXT = /"browserContextId":"([0-9A-F]+)"/;

/** The number of characters at the end of a message that contain the id of its session. */
const SESSION_TAIL_LENGTH = 60;

type Attached = {
  sessionId: string;
  targetInfo: {
    targetId: string;
    type: string;
    url?: string;
    subtype?: string;
    openerId?: string;
    browserContextId?: string;
  };
  waitingForDebugger: boolean;
};

/** The target of a session. */
export type AttachedTarget = {
  targetId: string;
  type: string;
  /** A new page that no other page has opened. */
  isBlankPage: boolean;
  /** The target runs after Runtime.runIfWaitingForDebugger. */
  isWaiting: boolean;
};

/** The context that sends a message, or the browser itself. */
export type MessageOrigin = Counts | "browser";

type Counts = {
  events: number;
  characters: number;
  limitedEvents: Record<string, number>;
  openSessions: number;
  isFlooded: boolean;
  onFlood: () => void;
};

/**
 * Returns whether the library needs a message even when its context has exceeded a limit: responses to commands, and events
 * that close sessions.
 */
export function isNeededAfterFlood(message: string): boolean {
  const event = EVENT.exec(message)?.[1];
  return event === undefined || isSessionEvent(event);
}

function isSessionEvent(event: string): boolean {
  return event.startsWith("Target.") && event !== "Target.targetInfoChanged";
}

export class MessageMeter {
  readonly #onFlood: (origin: MessageOrigin) => void;
  readonly #contexts = new Map<string, Counts>();
  readonly #sessions = new Map<string, Counts>();
  readonly #targets = new Map<string, AttachedTarget>();

  /** Calls `onFlood` once for each context that exceeds a limit. */
  constructor(onFlood: (origin: MessageOrigin) => void = () => {}) {
    this.#onFlood = onFlood;
  }

  /** Calls `onFlood` once when the context exceeds a limit. */
  watch(contextId: string, onFlood: () => void): void {
    this.#countsOf(contextId).onFlood = onFlood;
  }

  /** Returns the target of an open session. */
  targetOf(sessionId: string): AttachedTarget | undefined {
    return this.#targets.get(sessionId);
  }

  /**
   * Counts a message. Returns its origin, or undefined when the client must ignore the message, because no listener uses it
   * or because its context has exceeded a limit.
   */
  admit(message: string): MessageOrigin | undefined {
    const event = EVENT.exec(message)?.[1];
    const sessionId = SESSION.exec(message.slice(-SESSION_TAIL_LENGTH))?.[1];
    if (event === "Target.attachedToTarget") this.#attach(message);
    const origin =
      sessionId === undefined ? "browser" : (this.#sessions.get(sessionId) ?? "browser");
    if (event === undefined) return origin;
    const isUnused = UNUSED_EVENT.test(event);
    const counts = sessionId === undefined ? this.#contextOf(message) : origin;
    if (event === "Target.detachedFromTarget") this.#detach(message);
    if (counts === undefined || counts === "browser") return isUnused ? undefined : origin;
    this.#count(counts, event, message.length);
    return isUnused || (counts.isFlooded && !isSessionEvent(event)) ? undefined : origin;
  }

  /** Returns the counts of the context that an event of the browser describes. */
  #contextOf(message: string): Counts | undefined {
    return this.#contexts.get(CONTEXT.exec(message)?.[1] ?? "");
  }

  #attach(message: string): void {
    const { params } = JSON.parse(message) as { params: Attached };
    const { sessionId, targetInfo, waitingForDebugger: isWaiting } = params;
    const { targetId, type, url = "", subtype, openerId, browserContextId } = targetInfo;
    const isBlankPage =
      type === "page" &&
      (url === "" || url === "about:blank") &&
      (subtype ?? openerId) === undefined;
    this.#targets.set(sessionId, { targetId, type, isBlankPage, isWaiting });
    if (browserContextId === undefined) return;
    const counts = this.#countsOf(browserContextId);
    counts.openSessions += 1;
    this.#sessions.set(sessionId, counts);
  }

  #detach(message: string): void {
    const { sessionId } = (JSON.parse(message) as { params: { sessionId: string } }).params;
    this.#targets.delete(sessionId);
    const counts = this.#sessions.get(sessionId);
    if (counts === undefined) return;
    this.#sessions.delete(sessionId);
    counts.openSessions -= 1;
    if (counts.openSessions > 0) return;
    for (const [id, other] of this.#contexts) if (other === counts) this.#contexts.delete(id);
  }

  #countsOf(contextId: string): Counts {
    const known = this.#contexts.get(contextId);
    if (known !== undefined) return known;
    const counts: Counts = {
      events: 0,
      characters: 0,
      limitedEvents: {},
      openSessions: 0,
      isFlooded: false,
      onFlood: () => {},
    };
    this.#contexts.set(contextId, counts);
    return counts;
  }

  #count(counts: Counts, event: string, length: number): void {
    counts.events += 1;
    counts.characters += length;
    let isAboveLimit = counts.events > MAX_EVENTS || counts.characters > MAX_CHARACTERS;
    const max = MAX_OF_EVENT[event];
    if (max !== undefined) {
      const ofEvent = (counts.limitedEvents[event] ?? 0) + 1;
      counts.limitedEvents[event] = ofEvent;
      isAboveLimit ||= ofEvent > max;
    }
    if (!isAboveLimit || counts.isFlooded) return;
    counts.isFlooded = true;
    counts.onFlood();
    this.#onFlood(counts);
  }
}
