// Captures the scroll corpus with and without scrolling, and compares each section with its final state.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import type { Capture } from "../../test/bench/subjects.ts";
import { buildPage, corpusFolder } from "./build-pages.ts";
import { type ScrollPage, slugOf } from "./page.ts";
import { FINAL, imageFiles, scrollDocument, sectionEdges } from "./scroll-layout.ts";
import { inTurn, servePages } from "./serve-pages.ts";

/** Milliseconds after the page's load. The scripts of the packages have then hidden their sections. */
const DELAY_MS = 1_500;

/** The maximum number of pixels by which a section in its final state differs. Layers draw the edges of letters differently. */
const MAX_PIXELS = 100;

export type ScrollResult = {
  page: ScrollPage;
  /** Number of sections in their final state without and with `full_page_scroll`. */
  withoutScrolling: number;
  withScrolling: number;
  /** Why the page could not be built, captured or compared. */
  failure?: string;
};

/** Yields the result of each page in the given order. Writes three images of each page to the cache. */
export async function* measureScrolling(
  pages: readonly ScrollPage[],
  folder: string,
  capture: Capture,
): AsyncGenerator<ScrollResult> {
  const { built, origin, close } = await servePages();
  const images = join(corpusFolder, "images", "full_page_scroll");
  mkdirSync(images, { recursive: true });
  for (const [path, file] of imageFiles) built.set(path, file);
  for (const [content, body] of Object.entries(FINAL))
    built.set(`/${content}`, scrollDocument("", body));
  const options = { full_page: true, delay: DELAY_MS };

  const measure = async (page: ScrollPage, index: number): Promise<ScrollResult> => {
    const path = `/${index}-${slugOf(page)}`;
    const { content, css: ownCss = "", html = "" } = page;
    try {
      const { script, css } = await buildPage(folder, page);
      built.set(`${path}.js`, script);
      const head = `<style>${css}${ownCss}</style>`;
      built.set(path, scrollDocument(head, `${html}<script src="${path}.js"></script>`));
      const [final, plain, scrolled] = [
        await capture(`${origin}/${content}`, options),
        await capture(`${origin}${path}`, options),
        await capture(`${origin}${path}`, { ...options, full_page_scroll: true }),
      ];
      writeFileSync(join(images, `${path}.final.png`), final);
      writeFileSync(join(images, `${path}.plain.png`), plain);
      writeFileSync(join(images, `${path}.scrolled.png`), scrolled);
      return {
        page,
        withoutScrolling: countFinal(final, plain),
        withScrolling: countFinal(final, scrolled),
      };
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      return { page, withoutScrolling: 0, withScrolling: 0, failure };
    }
  };

  try {
    yield* inTurn(pages, measure);
  } finally {
    close();
  }
}

/** Returns the number of sections that look the same in both images. */
function countFinal(first: Uint8Array, second: Uint8Array): number {
  const [one, other] = [PNG.sync.read(Buffer.from(first)), PNG.sync.read(Buffer.from(second))];
  // Hidden sections at the end, which a package has moved down, make a page taller.
  if (one.width !== other.width || other.height < one.height)
    throw new Error(
      `The page has ${other.width} × ${other.height} pixels, not ${one.width} × ${one.height}.`,
    );
  const isFinal = sectionEdges.slice(0, -1).map((top, index) => {
    const height = (sectionEdges[index + 1] ?? top) - top;
    const rowsOf = ({ data, width }: PNG) =>
      data.subarray(top * width * 4, (top + height) * width * 4);
    const differing = pixelmatch(rowsOf(one), rowsOf(other), undefined, one.width, height, {
      threshold: 0.1,
    });
    return differing <= MAX_PIXELS;
  });
  return isFinal.filter(Boolean).length;
}
