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

  /** Returns false for pixels outside the image. */
  has(x: number, y: number): boolean {
    const column = x >> 3;
    if (column >= this.#bytesPerRow) return false;
    return ((this.#bits[y * this.#bytesPerRow + column] ?? 0) & (1 << (x & 7))) !== 0;
  }

  /** Returns the parts of a run that have changed. */
  intersect(y: number, { left, right }: Run): Run[] {
    const runs: Run[] = [];
    let start: number | undefined;
    for (let x = left; x <= right; x++) {
      if (x < right && this.has(x, y)) start ??= x;
      else if (start !== undefined) {
        runs.push({ left: start, right: x });
        start = undefined;
      }
    }
    return runs;
  }
}
