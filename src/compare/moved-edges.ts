// Finds changes that are only anti-aliased edges which moved by a fraction of a pixel. Pixelmatch recognizes the edges of
// areas, but not those of text, whose strokes are one or two pixels wide.

/** Pixels are decided in squares of this side, so that a stroke is decided together with both of its edges. */
const CELL_PX = 64;

/** A movement changes a pixel by at most this share of the contrast around it. A movement by a whole pixel exceeds it. */
const MAX_MOVEMENT_PX = 0.5;

/** A movement makes as many pixels lighter as darker. Another colour of the text does not. */
const MAX_IMBALANCE = 0.5;

const CHANNELS = 3;

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

/** Clears the drawn pixels of each cell whose change is explained by a movement of its edges. */
export function clearMovedEdges(band: Band): void {
  const { drawn, widthPx, firstRow, endRow } = band;
  for (let top = firstRow; top < endRow; top += CELL_PX) {
    const bottom = Math.min(endRow, top + CELL_PX);
    for (let left = 0; left < widthPx; left += CELL_PX) {
      const cell = { left, top, right: Math.min(widthPx, left + CELL_PX), bottom };
      if (!isMovement(band, cell)) continue;
      for (let y = top; y < bottom; y++)
        drawn.fill(0, (y * widthPx + left) * 4, (y * widthPx + cell.right) * 4);
    }
  }
}

type Cell = { left: number; top: number; right: number; bottom: number };

function isMovement(band: Band, { left, top, right, bottom }: Cell): boolean {
  const { before, after, drawn, widthPx } = band;
  const [signed, absolute] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  let isDrawn = false;
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const at = (y * widthPx + x) * 4;
      const mustMove = drawn[at + 3] !== 0;
      if (mustMove && (before[at + 3] !== 255 || after[at + 3] !== 255)) return false;
      isDrawn ||= mustMove;
      for (let channel = 0; channel < CHANNELS; channel++) {
        const difference = after[at + channel]! - before[at + channel]!;
        if (difference === 0) continue;
        const size = Math.abs(difference);
        signed[channel]! += difference;
        absolute[channel]! += size;
        if (!mustMove) continue;
        if (size > MAX_MOVEMENT_PX * contrastAround(before, x, y, channel, band)) return false;
        if (size > MAX_MOVEMENT_PX * contrastAround(after, x, y, channel, band)) return false;
      }
    }
  return isDrawn && signed.every((sum, i) => Math.abs(sum) <= MAX_IMBALANCE * absolute[i]!);
}

/** Returns the difference between the lightest and the darkest of the nine pixels around a pixel. */
function contrastAround(
  image: Uint8Array,
  x: number,
  y: number,
  channel: number,
  { widthPx, rows }: Band,
): number {
  let [darkest, lightest] = [255, 0];
  for (let row = Math.max(0, y - 1); row <= Math.min(rows - 1, y + 1); row++)
    for (let column = Math.max(0, x - 1); column <= Math.min(widthPx - 1, x + 1); column++) {
      const value = image[(row * widthPx + column) * 4 + channel]!;
      darkest = Math.min(darkest, value);
      lightest = Math.max(lightest, value);
    }
  return lightest - darkest;
}
