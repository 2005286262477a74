// The page of the scroll corpus: sections of different heights, each with a card or an image in another colour.
import type { ScrollPage } from "./page.ts";

export const SECTIONS = 12;

/** The height of every fourth section. Their edges are rarely at the edge of the window. */
const HEIGHTS_PX = [700, 480, 900, 640];
const PADDING_PX = 40;

/** Most pages end with a footer, so that a visitor can scroll the last section to the middle of the window. */
const FOOTER_PX = 600;

const heightOf = (index: number) => HEIGHTS_PX[index % HEIGHTS_PX.length] ?? 0;
const colourOf = (index: number) => `hsl(${index * 30} 70% 35%)`;
const indexes = Array.from({ length: SECTIONS }, (_, index) => index);

/** Returns the first row of each section, and the first row after the last section. */
export const sectionEdges: readonly number[] = [...indexes, SECTIONS].map((index) =>
  indexes.slice(0, index).reduce((sum, earlier) => sum + heightOf(earlier), 0),
);

const CSS = `* { box-sizing: border-box }
body { margin: 0; background: white; font: 40px sans-serif; overflow-x: hidden }
body::after { content: ""; display: block; height: ${FOOTER_PX}px; background: rgb(230, 230, 230) }
section { padding: ${PADDING_PX}px 120px }
.card, .image { display: block; width: 1040px }
.card { padding: 40px; color: white }
${indexes
  .map((index) => {
    const section = `section:nth-of-type(${index + 1})`;
    return `${section} { height: ${heightOf(index)}px }
${section} .card { background: ${colourOf(index)} }
${section} :is(.card, .image) { height: ${heightOf(index) - 2 * PADDING_PX}px }`;
  })
  .join("\n")}`;

/** Returns the sections with a card in each. `attributes` apply to the card. */
export function cards(attributes: string | ((index: number) => string) = ""): string {
  return sectionsWith((index) => {
    const added = typeof attributes === "string" ? attributes : attributes(index);
    return `<div ${added.includes("class=") ? added : `class="card" ${added}`}>${index + 1}</div>`;
  });
}

/** Returns the sections with the markup of an image in each. The markup contains ADDRESS in place of the address. */
export function images(markup: string): string {
  return sectionsWith((index) => markup.replaceAll("ADDRESS", `/image/${index}.svg`));
}

function sectionsWith(content: (index: number) => string): string {
  return indexes.map((index) => `<section>${content(index)}</section>`).join("\n");
}

/** The body of a page without a package, in which every section is in its final state. */
export const FINAL: Record<ScrollPage["content"], string> = {
  cards: cards(),
  images: images('<img class="image" src="ADDRESS">'),
};

/** The images of the sections, by address. */
export const imageFiles: ReadonlyMap<string, string> = new Map(
  indexes.map((index) => [
    `/image/${index}.svg`,
    `<svg xmlns="http://www.w3.org/2000/svg" width="1040" height="${heightOf(index) - 2 * PADDING_PX}"><rect width="100%" height="100%" fill="${colourOf(index)}"/></svg>`,
  ]),
);

export function scrollDocument(head: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Sections</title><link rel="icon" href="data:,"><style>${CSS}</style>${head}</head>
<body>
${body}
</body>
</html>`;
}
