// Collects the memory of handled messages in time.

/**
 * A full collection takes about 20 ms. A capture of a small page receives 0.1 million characters, a page with 3,000 requests
 * 15 million.
 */
const COLLECT_AFTER_CHARACTERS = 16 * 1024 * 1024;

/**
 * The function of V8's flag --expose-gc, which only local services have (scripts/lib/wrangler.ts).
 */
const { gc } = globalThis as { gc?: () => void }; // the type declarations do not contain functions of flags

/**
 * Counts the text of messages, and collects memory after each 16 Mi characters. Only a full collection frees the text of
 * handled messages, and the local runtime starts one late (docs/benchmarks.md).
 */
export class MessageMemory {
  readonly #collect: (() => void) | undefined;
  #characters = 0;

  constructor(collect = gc) {
    this.#collect = collect;
  }

  add(characters: number): void {
    this.#characters += characters;
    if (this.#characters < COLLECT_AFTER_CHARACTERS) return;
    this.#characters = 0;
    this.#collect?.();
  }
}
