// How far the consent platforms of one page have come: its agent (in-page/consent) tells.
import type { CDPSession } from "@cloudflare/puppeteer";

/** Milliseconds beyond the page's own load that a platform may take to say "no". */
const ANSWER_LIMIT_MS = 2_000;

/** What stands in a frame must load before it can tell. */
const FRAME_LIMIT_MS = 1_000;

export class Consent {
  /** Name of the binding, which is one in a script, too; nobody can guess it. */
  readonly binding = `_${crypto.randomUUID().replaceAll("-", "")}`;
  /** The platform that was told "no". */
  platform: string | undefined;
  #looked = false;
  #isPressed = false;
  readonly #found = new Set<string>();
  readonly #answered = new Set<string>();
  #news = Promise.withResolvers<void>();

  /** "No" has been said, by a platform's agent or by a sweep. */
  get isAnswered(): boolean {
    return this.platform !== undefined || this.#isPressed;
  }

  /** A sweep has pressed "reject" on a banner of no known platform. */
  pressed(): void {
    this.#isPressed = true;
  }

  listen(session: CDPSession): void {
    session.on("Runtime.bindingCalled", ({ name, payload }) => {
      const [, kind = "", platform = ""] = /^(\w+):(.*)$/.exec(payload) ?? [];
      if (name === this.binding) this.#hear(kind, platform);
    });
    // Workers have no consent to give.
    session.send("Runtime.addBinding", { name: this.binding }).catch(() => undefined);
  }

  /**
   * Called when a banner is open. Resolves when its platform has answered, or is none that is known, or the time since
   * the page's load is over.
   */
  async settle(loadedAt: number, inFrame: boolean): Promise<void> {
    for (;;) {
      const limitMs = inFrame && this.#found.size === 0 ? FRAME_LIMIT_MS : ANSWER_LIMIT_MS;
      const leftMs = loadedAt + limitMs - Date.now();
      if (leftMs <= 0 || this.#isSettled(inFrame)) return;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const over = new Promise((resolve) => {
        timer = setTimeout(resolve, leftMs);
      });
      await Promise.race([this.#news.promise, over]);
      clearTimeout(timer);
    }
  }

  #isSettled(inFrame: boolean): boolean {
    if (this.platform !== undefined) return true;
    if (this.#found.size === 0) return this.#looked && !inFrame;
    return [...this.#found].every((platform) => this.#answered.has(platform));
  }

  #hear(kind: string, platform: string): void {
    if (kind === "looked") this.#looked = true;
    if (kind === "found" || kind === "open") this.#found.add(platform);
    if (kind === "rejected" || kind === "failed") this.#answered.add(platform);
    if (kind === "rejected") this.platform = platform;
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }
}
