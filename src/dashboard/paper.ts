// The paper of a PDF, from the size of its first page.

const PX_PER_MM = 96 / 25.4;
/** Chromium rounds the size of a page to pixels. */
const TOLERANCE_MM = 1;

/** Width and height in portrait, in millimeters. */
const papers: Record<string, [width: number, height: number]> = {
  A3: [297, 420],
  A4: [210, 297],
  A5: [148, 210],
  A6: [105, 148],
  Letter: [215.9, 279.4],
  Legal: [215.9, 355.6],
  Tabloid: [279.4, 431.8],
};

/** Returns text such as "A4 landscape, 297 × 210 mm". `width` and `height` are in CSS pixels. */
export function paperOf({ width, height }: { width: number; height: number }): string {
  const sides = [width / PX_PER_MM, height / PX_PER_MM] as const;
  const size = `${Math.round(sides[0])} × ${Math.round(sides[1])} mm`;
  const [short, long] = [Math.min(...sides), Math.max(...sides)];
  const found = Object.entries(papers).find(
    ([, paper]) =>
      Math.abs(paper[0] - short) <= TOLERANCE_MM && Math.abs(paper[1] - long) <= TOLERANCE_MM,
  );
  if (found === undefined) return size;
  return `${found[0]} ${width > height ? "landscape" : "portrait"}, ${size}`;
}
