// Joins rectangles that touch or are near each other.

/** Bounds of changed pixels: the right and the bottom are exclusive. */
export type Box = { left: number; top: number; right: number; bottom: number; pixels: number };

/**
 * Joins boxes until no two of them touch: a region may lie inside the bounds of another. Compares at most 2 n² pairs of n
 * boxes. Returns the boxes from top to bottom.
 */
export function joinTouching(boxes: readonly Box[], touch = isTouching): Box[] {
  const joined: Box[] = [];
  for (const box of boxes) {
    const grown = { ...box };
    const next = () => joined.findIndex((other) => touch(other, grown));
    for (let i = next(); i >= 0; i = next()) {
      join(grown, joined[i]!);
      joined.splice(i, 1);
    }
    joined.push(grown);
  }
  return joined.sort(fromTop);
}

/** Joins boxes whose distance is at most `gapPx`, from top to bottom. The results may touch. */
export function joinNear(boxes: readonly Box[], gapPx: number): Box[] {
  const finished: Box[] = [];
  let open: Box[] = [];
  for (const box of boxes.toSorted(fromTop)) {
    finished.push(...open.filter(({ bottom }) => bottom + gapPx < box.top));
    open = open.filter(({ bottom }) => bottom + gapPx >= box.top);
    const near = open.find((other) => isNear(other, box, gapPx));
    if (near === undefined) open.push({ ...box });
    else join(near, box);
  }
  return [...finished, ...open];
}

/** Extends `box` to the bounds of both. */
export function join(box: Box, other: Readonly<Box>): void {
  box.left = Math.min(box.left, other.left);
  box.top = Math.min(box.top, other.top);
  box.right = Math.max(box.right, other.right);
  box.bottom = Math.max(box.bottom, other.bottom);
  box.pixels += other.pixels;
}

function fromTop(a: Box, b: Box): number {
  return a.top - b.top;
}

function isTouching(a: Box, b: Box): boolean {
  return isNear(a, b, 0);
}

function isNear(a: Box, b: Box, gapPx: number): boolean {
  return (
    a.left - gapPx <= b.right &&
    b.left - gapPx <= a.right &&
    a.top - gapPx <= b.bottom &&
    b.top - gapPx <= a.bottom
  );
}
