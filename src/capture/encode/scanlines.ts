// Rewrites filtered PNG scanlines, so that a band can follow another band.

/** PNG's filter types (PNG specification, section 9.2). */
const FILTER = { none: 0, sub: 1, up: 2, average: 3, paeth: 4 } as const;

/**
 * The filtered bytes of an opaque alpha channel by filter type, for the first pixel of a row and for all others. Filters
 * treat each channel separately, so a channel can be added without decoding the row.
 */
const OPAQUE_ALPHA = [
  { first: 255, rest: 255 },
  { first: 255, rest: 0 },
  { first: 0, rest: 0 },
  { first: 128, rest: 0 },
  { first: 0, rest: 0 },
] as const;

/**
 * Rewrites the first row of a band in place, so that its filter does not depend on the row above. In the separate band, the
 * row above consists of zeros. In the joined image, the row above is the last row of the previous band. `row` is a filtered
 * scanline of eight bits per channel with its filter byte.
 */
export function detachFromRowAbove(row: Uint8Array, channels: number): void {
  switch (row[0]) {
    case FILTER.none:
    case FILTER.sub:
      return;
    case FILTER.up:
      row[0] = FILTER.none;
      return;
    case FILTER.average:
      for (let i = 1 + channels; i < row.length; i++) row[i]! += row[i - channels]! >> 1;
      row[0] = FILTER.none;
      return;
    case FILTER.paeth:
      // Below a row of zeros, Paeth always predicts the left neighbour.
      row[0] = FILTER.sub;
      return;
    default:
      throw new Error(`A PNG row has the unknown filter type ${row[0]}.`);
  }
}

/**
 * Converts filtered RGB rows to opaque RGBA rows. The first row of an image must not depend on a row above (see
 * `detachFromRowAbove`).
 */
export function addAlpha(rows: Uint8Array, widthPx: number): Uint8Array<ArrayBuffer> {
  const count = rows.length / (1 + widthPx * 3);
  const result = new Uint8Array(count * (1 + widthPx * 4));
  let from = 0;
  let to = 0;
  for (let row = 0; row < count; row++) {
    const filter = rows[from++]!;
    const alpha = OPAQUE_ALPHA[filter];
    if (!alpha) throw new Error(`A PNG row has the unknown filter type ${filter}.`);
    result[to++] = filter;
    for (let x = 0; x < widthPx; x++) {
      result[to++] = rows[from++]!;
      result[to++] = rows[from++]!;
      result[to++] = rows[from++]!;
      result[to++] = x === 0 ? alpha.first : alpha.rest;
    }
  }
  return result;
}

/** Converts filtered RGBA rows to RGB rows without the alpha channel. */
export function dropAlpha(rows: Uint8Array, widthPx: number): Uint8Array<ArrayBuffer> {
  const count = rows.length / (1 + widthPx * 4);
  const result = new Uint8Array(count * (1 + widthPx * 3));
  let from = 0;
  let to = 0;
  for (let row = 0; row < count; row++) {
    result[to++] = rows[from++]!;
    for (let x = 0; x < widthPx; x++) {
      result[to++] = rows[from++]!;
      result[to++] = rows[from++]!;
      result[to++] = rows[from++]!;
      from++;
    }
  }
  return result;
}
