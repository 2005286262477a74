// The changed pixels of a comparison: one bit per pixel.

/** A run of changed pixels in one row; `right` is exclusive. */
export type Run = { left: number; right: number };

export class ChangeMask {
  readonly #bytesPerRow: number;
  readonly #bits: Uint8Array;

  constructor(widthPx: number, heightPx: number) {
    this.#bytesPerRow = Math.ceil(widthPx / 8);
    this.#bits = new Uint8Array(this.#bytesPerRow * heightPx);
  }

  add(y: number, { left, right }: Run): void {
    const row = y * this.#bytesPerRow;
    for (let x = left; x < right; x++) this.#bits[row + (x >> 3)]! |= 1 << (x & 7);
  }

  has(x: number, y: number): boolean {
    return (this.#bits[y * this.#bytesPerRow + (x >> 3)]! & (1 << (x & 7))) !== 0;
  }
}
