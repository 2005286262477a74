// Copies the rows of one image to the canvas of a comparison. Pads rows to the canvas width, and inserts or skips rows at
// shifts.
import type { Shift } from "./alignment.ts";
import type { PngRows } from "./png-rows.ts";

export class RowFeed {
  readonly #image: PngRows;
  readonly #canvasWidthPx: number;
  /** The shifts from top to bottom. Those from index `#nextShift` are below the current row. */
  readonly #shifts: readonly Shift[];
  #nextShift = 0;
  #insertedUntil = 0;
  #buffer: Uint8Array = new Uint8Array();
  #canvasRow = 0;

  /** At a shift, inserts blank rows (`rows` > 0) or skips rows of the image (`rows` < 0). */
  constructor(image: PngRows, canvasWidthPx: number, shifts: readonly Shift[] = []) {
    this.#image = image;
    this.#canvasWidthPx = canvasWidthPx;
    this.#shifts = shifts;
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
    for (let row = at; row < at + count; row++, this.#canvasRow++) {
      const shift = this.#shifts[this.#nextShift];
      if (shift?.y === this.#canvasRow) {
        this.#nextShift++;
        await this.#applyShift(shift.rows);
      }
      const isInserted = this.#canvasRow < this.#insertedUntil;
      // Waiting for each row would take longer than copying it.
      if (!isInserted && this.#buffer.length === 0) await this.#fill();
      const source = isInserted ? undefined : this.#take();
      const start = row * rowBytes;
      target.fill(0, start + (source?.length ?? 0), start + rowBytes);
      if (source === undefined) onMissing(this.#canvasRow);
      else target.set(source, start);
    }
  }

  /** Decodes the next rows of the image without a place on the canvas. */
  async skip(rows: number): Promise<void> {
    for (let skipped = 0; skipped < rows; skipped++) {
      if (this.#buffer.length === 0) await this.#fill();
      this.#take();
    }
  }

  /** Ends the decoding of an image that is not read to its end. */
  async close(): Promise<void> {
    await this.#image.rows.return();
  }

  async #applyShift(rows: number): Promise<void> {
    if (rows > 0) this.#insertedUntil = this.#canvasRow + rows;
    await this.skip(-rows);
  }

  /** Decodes the next rows. Leaves the buffer empty at the end of the image. */
  async #fill(): Promise<void> {
    const { done, value } = await this.#image.rows.next();
    if (done !== true) this.#buffer = value;
  }

  /** Returns a row of the buffer, or undefined if the buffer is empty. */
  #take(): Uint8Array | undefined {
    if (this.#buffer.length === 0) return undefined;
    const rowBytes = this.#image.widthPx * 4;
    const row = this.#buffer.subarray(0, rowBytes);
    this.#buffer = this.#buffer.subarray(rowBytes);
    return row;
  }
}
