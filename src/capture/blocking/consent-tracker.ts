// Tracks the consent platforms of one page, from messages of the agent in in-page/consent.
import type { CDPSession } from "@cloudflare/puppeteer";
import { platformOf } from "./consent-platforms.ts";

/** A platform must process the rejection within this time after the page's load, in milliseconds. */
const ANSWER_LIMIT_MS = 2_000;

/** A banner's frame must report its platform within this time after the page's load, in milliseconds. */
const FRAME_LIMIT_MS = 1_000;

export class ConsentTracker {
  /** Name of the binding and of the variable that reads it. The name is random so that pages cannot guess it. */
  readonly binding = `_${crypto.randomUUID().replaceAll("-", "")}`;
  #hasSearched = false;
  /** The rule with which the agent has closed the banner of a platform, and whether it has rejected consent. */
  #closed: { rule: string; isRejected: boolean } | undefined;
  #isRejectPressed = false;
  readonly #foundPlatforms = new Set<string>();
  readonly #openPlatforms = new Set<string>();
  readonly #finishedPlatforms = new Set<string>();
  #nextMessage = Promise.withResolvers<void>();

  /** Whether the agent has closed the banner of a platform. */
  get hasClosedBanner(): boolean {
    return this.#closed !== undefined;
  }

  /** Whether the agent has found the open banner of a platform and has not finished with it. */
  get isAnswering(): boolean {
    return [...this.#openPlatforms].some((platform) => !this.#finishedPlatforms.has(platform));
  }

  /** Whether the agent has closed a banner or a sweep has rejected consent. */
  get isHandled(): boolean {
    return this.hasClosedBanner || this.#isRejectPressed;
  }

  /** Whether the agent or a sweep has rejected consent. */
  get isRejected(): boolean {
    return this.#closed?.isRejected === true || this.#isRejectPressed;
  }

  /** The platform of the closed banner; undefined when the rule that matched does not identify a platform. */
  get platform(): string | undefined {
    return this.#closed === undefined ? undefined : platformOf(this.#closed.rule);
  }

  /** Records that a sweep has pressed "reject" on a banner of an unknown platform. */
  markRejectPressed(): void {
    this.#isRejectPressed = true;
  }

  listen(session: CDPSession): void {
    session.on("Runtime.bindingCalled", ({ name, payload }) => {
      const [, kind = "", platform = ""] = /^(\w+):(.*)$/.exec(payload) ?? [];
      if (name === this.binding) this.#handleMessage(kind, platform);
    });
    // Ignore errors: sessions of workers do not support this command.
    session.send("Runtime.addBinding", { name: this.binding }).catch(() => undefined);
  }

  /**
   * Waits for the platform of an open banner. Resolves when all platforms have finished, when the banner has no known
   * platform, or when the time limit after `loadedAt` (milliseconds of the clock) has passed. `inFrame` states whether
   * the banner contains a frame.
   */
  async waitForPlatforms(loadedAt: number, inFrame: boolean): Promise<void> {
    for (;;) {
      const limitMs = inFrame && this.#foundPlatforms.size === 0 ? FRAME_LIMIT_MS : ANSWER_LIMIT_MS;
      const leftMs = loadedAt + limitMs - Date.now();
      if (leftMs <= 0 || this.#hasFinished(inFrame)) return;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const timeout = new Promise((resolve) => {
        timer = setTimeout(resolve, leftMs);
      });
      await Promise.race([this.#nextMessage.promise, timeout]);
      clearTimeout(timer);
    }
  }

  #hasFinished(inFrame: boolean): boolean {
    if (this.hasClosedBanner) return true;
    if (this.#foundPlatforms.size === 0) return this.#hasSearched && !inFrame;
    return [...this.#foundPlatforms].every((platform) => this.#finishedPlatforms.has(platform));
  }

  #handleMessage(kind: string, platform: string): void {
    if (kind === "searched") this.#hasSearched = true;
    if (kind === "found" || kind === "opened") this.#foundPlatforms.add(platform);
    if (kind === "opened") this.#openPlatforms.add(platform);
    const isRejected = kind === "rejected";
    const isClosed = isRejected || kind === "hidden";
    if (isClosed || kind === "failed") this.#finishedPlatforms.add(platform);
    if (isClosed && this.#closed?.isRejected !== true)
      this.#closed = { rule: platform, isRejected };
    this.#nextMessage.resolve();
    this.#nextMessage = Promise.withResolvers();
  }
}
