// Finds changes that are only anti-aliased text which moved sideways by a fraction of a pixel. Pixelmatch recognizes the
// edges of areas, but not those of text, whose strokes are one or two pixels wide.
//
// In each row, the ink of a text (its difference from the background) can move only into the adjacent pixel. The ink that has
// passed a pixel is the sum of all differences to the left of this pixel. It cannot exceed the ink of the pixel before the
// movement, nor the ink of the next pixel after the movement, and it is zero where the background begins. A stroke that
// appears, disappears or changes its colour breaks this rule.

const CHANNELS = 3;

/** Differences of a channel that count as background. */
const NOISE = 8;

/** Browsers draw thin edges a little darker than their coverage, so ink is not exactly constant. */
const INK_TOLERANCE = 0.1;

/** A segment whose pixels equal their neighbours, apart from this share of its change, has moved by a whole pixel. */
const WHOLE_PIXEL = 0.12;

/**
 * Browsers draw glyphs at quarters of a pixel. When a text moves by three quarters, some glyphs move by a whole pixel. In
 * cells of this size, they are explained if this share of the segments has moved by a fraction.
 */
const CELL_WIDTH_PX = 128;
const CELL_HEIGHT_PX = 64;
const MIN_FRACTIONAL = 0.1;

/** An unexplained difference of this size within this number of rows shows that the glyph itself has changed. */
const UNEXPLAINED = 64;
const ROWS_AROUND = 2;

/** Rows of both images and of pixelmatch's drawing of their difference, four bytes per pixel. */
export type Band = {
  before: Uint8Array;
  after: Uint8Array;
  drawn: Uint8Array;
  widthPx: number;
  /** Rows of the band, and the part of them that is decided. */
  rows: number;
  firstRow: number;
  endRow: number;
};

/** A part of a row that has moved: indices of pixels; `end` is exclusive. */
type Segment = { start: number; end: number; isWholePixel: boolean };

/** The order in which a row is read. */
type Direction = { first: number; step: 1 | -1; count: number };

/** Clears the drawn pixels that a movement by less than a pixel explains. */
export function clearMovedEdges(band: Band): void {
  const { widthPx, rows } = band;
  const moved = new Uint8Array(rows * widthPx);
  const finder = new SegmentFinder(band, moved);
  for (let y = 0; y < rows; y++) {
    // Where a text touches content that has not moved, its background is only on the other side.
    finder.search({ first: y * widthPx, step: 1, count: widthPx });
    if (!finder.explains(y * widthPx, widthPx))
      finder.search({ first: (y + 1) * widthPx - 1, step: -1, count: widthPx });
  }
  const segments = withoutWholePixels(band, finder.segments);
  moved.fill(0);
  for (const { start, end } of segments) moved.fill(1, start, end);

  const pixels = new Uint32Array(band.drawn.buffer, band.drawn.byteOffset, rows * widthPx);
  for (const { start, end } of segments)
    if (!isNearChange(band, moved, start, end)) pixels.fill(0, start, end);
}

/** Removes the segments that moved by a whole pixel, unless others around them moved by a fraction. */
function withoutWholePixels({ widthPx, firstRow }: Band, segments: Segment[]): Segment[] {
  const cellOf = ({ start }: Segment) => {
    const cellRow = Math.floor((Math.floor(start / widthPx) - firstRow) / CELL_HEIGHT_PX);
    return cellRow * widthPx + Math.floor((start % widthPx) / CELL_WIDTH_PX);
  };
  const counts = new Map<number, { all: number; fractional: number }>();
  for (const segment of segments) {
    const cell = cellOf(segment);
    const { all, fractional } = counts.get(cell) ?? { all: 0, fractional: 0 };
    counts.set(cell, {
      all: all + 1,
      fractional: fractional + (segment.isWholePixel ? 0 : 1),
    });
  }
  return segments.filter((segment) => {
    const { all, fractional } = counts.get(cellOf(segment))!;
    return !segment.isWholePixel || fractional >= all * MIN_FRACTIONAL;
  });
}

/** Returns whether a difference that no movement explains is near the segment. */
function isNearChange(band: Band, moved: Uint8Array, start: number, end: number): boolean {
  const { before, after, widthPx, rows } = band;
  const y = Math.floor(start / widthPx);
  const left = Math.max(0, (start % widthPx) - 1);
  const right = Math.min(widthPx, (start % widthPx) + end - start + 1);
  const bottom = Math.min(rows - 1, y + ROWS_AROUND);
  for (let row = Math.max(0, y - ROWS_AROUND); row <= bottom; row++)
    for (let x = left; x < right; x++) {
      const pixel = row * widthPx + x;
      if (moved[pixel] === 1) continue;
      for (let byte = pixel * 4; byte < pixel * 4 + CHANNELS; byte++)
        if (Math.abs(before[byte]! - after[byte]!) > UNEXPLAINED) return true;
    }
  return false;
}

class SegmentFinder {
  readonly segments: Segment[] = [];
  readonly #before: Uint8Array;
  readonly #after: Uint8Array;
  readonly #beforePixels: Uint32Array;
  readonly #afterPixels: Uint32Array;
  readonly #moved: Uint8Array;
  // For each channel: the background, whether ink is lighter (1) or darker (-1), and the least and the greatest ink that can
  // have passed to the next pixel.
  readonly #background = new Int32Array(CHANNELS);
  readonly #sign = new Int32Array(CHANNELS);
  readonly #least = new Float64Array(CHANNELS);
  readonly #greatest = new Float64Array(CHANNELS);

  /** Marks the pixels of each segment in `moved`. */
  constructor({ before, after, widthPx, rows }: Band, moved: Uint8Array) {
    this.#before = before;
    this.#after = after;
    this.#beforePixels = new Uint32Array(before.buffer, before.byteOffset, rows * widthPx);
    this.#afterPixels = new Uint32Array(after.buffer, after.byteOffset, rows * widthPx);
    this.#moved = moved;
  }

  search(direction: Direction): void {
    const { first, step, count } = direction;
    for (let i = 1; i < count;) {
      const pixel = first + i * step;
      const starts = this.#differs(pixel) && !this.#differs(pixel - step);
      i = starts ? this.#read(direction, i) : i + 1;
    }
  }

  /** Returns whether all differences of a row have moved. */
  explains(first: number, count: number): boolean {
    for (let pixel = first; pixel < first + count; pixel++)
      if (this.#differs(pixel) && this.#moved[pixel] === 0) return false;
    return true;
  }

  #differs(pixel: number): boolean {
    return this.#beforePixels[pixel] !== this.#afterPixels[pixel];
  }

  /** Reads from a pixel that differs to the next background, or to the end of the row. Returns the position at which the search continues. */
  #read({ first, step, count }: Direction, from: number): number {
    const start = first + from * step;
    for (let channel = 0; channel < CHANNELS; channel++)
      this.#background[channel] = this.#before[(start - step) * 4 + channel]!;
    this.#sign.fill(0);
    this.#least.fill(0);
    this.#greatest.fill(0);
    let [change, forwards, backwards] = [0, 0, 0];
    let last = start;
    let i = from;
    for (; i < count; i++) {
      const pixel = first + i * step;
      const next = i + 1 < count ? pixel + step : undefined;
      if (!this.#pass(pixel, next)) return i + 1;
      for (let channel = 0; channel < CHANNELS; channel++) {
        const [at, previous] = [pixel * 4 + channel, (pixel - step) * 4 + channel];
        change += Math.abs(this.#before[at]! - this.#after[at]!);
        forwards += Math.abs(this.#after[at]! - this.#before[previous]!);
        backwards += Math.abs(this.#before[at]! - this.#after[previous]!);
      }
      if (this.#differs(pixel)) last = pixel;
      else if (this.#isBackground(pixel)) break;
    }
    const isWholePixel = Math.min(forwards, backwards) <= WHOLE_PIXEL * change;
    const [left, right] = step === 1 ? [start, last + 1] : [last, start + 1];
    this.segments.push({ start: left, end: right, isWholePixel });
    this.#moved.fill(1, left, right);
    return i + 1;
  }

  /** Adds the difference of a pixel to the ink that has passed. Returns false if no movement explains the result. */
  #pass(pixel: number, next: number | undefined): boolean {
    if ((this.#beforePixels[pixel]! & this.#afterPixels[pixel]!) >>> 24 !== 255) return false;
    for (let channel = 0; channel < CHANNELS; channel++) {
      const background = this.#background[channel]!;
      const before = this.#before[pixel * 4 + channel]! - background;
      const after = this.#after[pixel * 4 + channel]! - background;
      const larger = Math.abs(before) > Math.abs(after) ? before : after;
      if (this.#sign[channel] === 0) this.#sign[channel] = Math.sign(larger);
      const sign = this.#sign[channel]!;
      const [inkBefore, inkAfter] = [before * sign, after * sign];
      if (inkBefore < -NOISE || inkAfter < -NOISE) return false;

      const ink = (image: Uint8Array) =>
        next === undefined ? 0 : (image[next * 4 + channel]! - background) * sign;
      const ahead = Math.max(0, Math.min(inkBefore, ink(this.#after))) + NOISE;
      const back = Math.max(0, Math.min(inkAfter, ink(this.#before))) + NOISE;
      const tolerance = INK_TOLERANCE * Math.abs(before - after);
      const least = this.#least[channel]! + before - after - tolerance;
      const greatest = this.#greatest[channel]! + before - after + tolerance;
      this.#least[channel] = Math.max(least, sign < 0 ? -ahead : -back);
      this.#greatest[channel] = Math.min(greatest, sign < 0 ? back : ahead);
      if (this.#least[channel]! > this.#greatest[channel]!) return false;
    }
    return true;
  }

  #isBackground(pixel: number): boolean {
    for (let channel = 0; channel < CHANNELS; channel++)
      if (Math.abs(this.#before[pixel * 4 + channel]! - this.#background[channel]!) > NOISE)
        return false;
    return true;
  }
}
