// Captures the pages of the corpus with and without blocking and compares the images with the page without the widget.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import type { Capture } from "../../test/bench/subjects.ts";
import { layoutFor, layouts } from "../../test/capture/site/blocking/layouts.ts";
import { type BuiltPage, buildPage, corpusFolder } from "./build-pages.ts";
import { type BlockOption, type CorpusPage, slugOf } from "./page.ts";
import { inTurn, servePages } from "./serve-pages.ts";

/** Milliseconds after the page's load. Many packages show their widget only after a timer. */
const DELAY_MS = 1_500;

/** Minimum number of pixels that a visible widget, or a remaining part of it, changes. */
const VISIBLE_PIXELS = 100;

export type Result = {
  page: CorpusPage;
  /** Number of pixels that the widget changes, and that still differ with the option. */
  widgetPixels: number;
  remainingPixels: number;
  /** Why the page could not be built or captured. */
  failure?: string;
};

export const isVisible = ({ widgetPixels }: Result): boolean => widgetPixels >= VISIBLE_PIXELS;
export const isRemoved = (result: Result): boolean =>
  isVisible(result) && result.remainingPixels < VISIBLE_PIXELS;

/** Yields the result of each page in the given order. Writes three images of each page to the cache. */
export async function* measurePages(
  pages: readonly CorpusPage[],
  option: BlockOption,
  folder: string,
  capture: Capture,
): AsyncGenerator<Result> {
  const { built, origin, close } = await servePages();

  const measure = async (page: CorpusPage, index: number): Promise<Result> => {
    const path = `/${index}-${slugOf(page)}`;
    try {
      addPage(built, path, page, index, await buildPage(folder, page));
      const address = `${origin}${path}`;
      const options = { delay: DELAY_MS, viewport_height: 900 };
      const [clean, plain, blocked] = [
        await capture(`${address}/clean`, options),
        await capture(address, options),
        await capture(address, { ...options, [option]: true }),
      ];
      const images = join(corpusFolder, "images", option);
      mkdirSync(images, { recursive: true });
      writeFileSync(join(images, `${path}.clean.png`), clean);
      writeFileSync(join(images, `${path}.plain.png`), plain);
      writeFileSync(join(images, `${path}.blocked.png`), blocked);
      return {
        page,
        widgetPixels: countDifferences(clean, plain),
        remainingPixels: countDifferences(clean, blocked),
      };
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      return { page, widgetPixels: 0, remainingPixels: 0, failure };
    }
  };

  try {
    yield* inTurn(pages, measure);
  } finally {
    close();
  }
}

function addPage(
  built: Map<string, string>,
  path: string,
  { html = "", language }: CorpusPage,
  index: number,
  { script, css }: BuiltPage,
): void {
  const layout = layouts[layoutFor(index)];
  const head = `<style>${css}</style>`;
  const inLanguage = (text: string) =>
    text.replace('<html lang="en">', `<html lang="${language}">`);
  built.set(`${path}.js`, script);
  built.set(`${path}/clean`, inLanguage(layout({ head })));
  built.set(path, inLanguage(layout({ head, end: `${html}<script src="${path}.js"></script>` })));
}

function countDifferences(first: Uint8Array, second: Uint8Array): number {
  const [one, other] = [PNG.sync.read(Buffer.from(first)), PNG.sync.read(Buffer.from(second))];
  if (one.width !== other.width || one.height !== other.height) return one.width * one.height;
  return pixelmatch(one.data, other.data, undefined, one.width, one.height, { threshold: 0.1 });
}
