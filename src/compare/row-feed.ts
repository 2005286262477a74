// Copies the rows of one image to the canvas of a comparison. Pads rows to the canvas width, and inserts or skips rows at a
// shift.
import type { PngRows } from "./png-rows.ts";

/** `rows` > 0: inserts blank rows before canvas row `at`. `rows` < 0: skips rows of the image at this position. */
export type Gap = { at: number; rows: number };

export class RowFeed {
  readonly #image: PngRows;
  readonly #canvasWidthPx: number;
  readonly #gap: Gap;
  #buffer: Uint8Array = new Uint8Array();
  #canvasRow = 0;
  #imageRow = 0;

  constructor(image: PngRows, canvasWidthPx: number, gap: Gap = { at: 0, rows: 0 }) {
    this.#image = image;
    this.#canvasWidthPx = canvasWidthPx;
    this.#gap = gap;
  }

  /**
   * Writes the next `count` canvas rows to `target`, starting at row `at`. Pixels outside the image are zero. Calls
   * `onMissing` with each canvas row that is outside the image.
   */
  async read(
    target: Uint8Array,
    at: number,
    count: number,
    onMissing: (canvasRow: number) => void,
  ): Promise<void> {
    const rowBytes = this.#canvasWidthPx * 4;
    for (let row = at; row < at + count; row++) {
      const line = target.subarray(row * rowBytes, (row + 1) * rowBytes);
      line.fill(0, this.#image.widthPx * 4);
      const source = (await this.#isMissing()) ? undefined : await this.#next();
      if (source === undefined) {
        line.fill(0);
        onMissing(this.#canvasRow);
      } else {
        line.set(source);
      }
      this.#canvasRow++;
    }
  }

  /** Ends the decoding of an image that is not read to its end. */
  async close(): Promise<void> {
    await this.#image.rows.return();
  }

  async #isMissing(): Promise<boolean> {
    const { at, rows } = this.#gap;
    if (rows < 0 && this.#canvasRow === at)
      for (let skipped = 0; skipped > rows; skipped--) await this.#next();
    return rows > 0 && this.#canvasRow >= at && this.#canvasRow < at + rows;
  }

  async #next(): Promise<Uint8Array | undefined> {
    if (this.#imageRow === this.#image.heightPx) return undefined;
    if (this.#buffer.length === 0) {
      const { done, value } = await this.#image.rows.next();
      if (done === true) return undefined;
      this.#buffer = value;
    }
    this.#imageRow++;
    const rowBytes = this.#image.widthPx * 4;
    const row = this.#buffer.subarray(0, rowBytes);
    this.#buffer = this.#buffer.subarray(rowBytes);
    return row;
  }
}
