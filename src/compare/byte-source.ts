// Reads a stream in the amounts that a parser needs.

export class ByteSource {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #rest: Uint8Array = new Uint8Array();
  #failed = false;

  /** Whether reading the stream failed. */
  get failed(): boolean {
    return this.#failed;
  }

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#reader = stream.getReader();
  }

  /** Takes `count` bytes, or fewer at the end of the stream. */
  async take(count: number): Promise<Uint8Array> {
    const taken = new Uint8Array(count);
    let filled = 0;
    while (filled < count) {
      const part = await this.takeSome(count - filled);
      if (part === undefined) break;
      taken.set(part, filled);
      filled += part.length;
    }
    return taken.subarray(0, filled);
  }

  /** Takes at least one byte and at most `max` bytes; undefined at the end of the stream. */
  async takeSome(max: number): Promise<Uint8Array | undefined> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#reader.read().catch((error: unknown) => {
        this.#failed = true;
        throw error;
      });
      if (done) return undefined;
      this.#rest = value;
    }
    const part = this.#rest.subarray(0, max);
    this.#rest = this.#rest.subarray(part.length);
    return part;
  }

  async cancel(): Promise<void> {
    await this.#reader.cancel();
  }
}
