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

  /** Returns the runs of changed pixels in a row; none for a row outside the image. */
  runs(y: number): Run[] {
    const row = this.#bits.subarray(y * this.#bytesPerRow, (y + 1) * this.#bytesPerRow);
    const runs: Run[] = [];
    let left: number | undefined;
    for (let column = 0; column < row.length; column++) {
      const bits = row[column]!;
      // Most rows and most parts of a row have not changed.
      if (bits === (left === undefined ? 0 : 0xff)) continue;
      for (let bit = 0; bit < 8; bit++) {
        const x = column * 8 + bit;
        if ((bits & (1 << bit)) !== 0) left ??= x;
        else if (left !== undefined) {
          runs.push({ left, right: x });
          left = undefined;
        }
      }
    }
    if (left !== undefined) runs.push({ left, right: row.length * 8 });
    return runs;
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
