// Converts the options of a PDF to Chromium's print parameters.
import type { CaptureOptions } from "../../contract/capture-options.ts";
import { ServiceError } from "../../contract/errors.ts";
import {
  findPdfPageProblem,
  pageMargins,
  type PageSides,
  type PageSize,
  paperSize,
} from "../../contract/pdf-page.ts";

export type PdfOptions = Pick<
  CaptureOptions,
  | "full_page_max_height"
  | "viewport_landscape"
  | "pdf_paper"
  | "pdf_margin"
  | "pdf_pages"
  | "pdf_scale"
  | "pdf_header"
  | "pdf_footer"
>;

export type PdfLayout = {
  /** Parameters of Page.printToPDF, with the paper size in inches. `pageCss` contains the margins. */
  print: {
    paperWidth: number;
    paperHeight: number;
    printBackground: true;
    generateTaggedPDF: true;
    generateDocumentOutline: true;
    scale: number;
    pageRanges: string;
    displayHeaderFooter: boolean;
    headerTemplate: string;
    footerTemplate: string;
    marginTop: number;
    marginRight: number;
    marginBottom: number;
    marginLeft: number;
  };
  /** CSS to add to the page. The page's @page rules would otherwise rotate the paper and override margins in parameters. */
  pageCss: string;
  /** The size of every page. */
  paper: PageSize;
};

const PX_PER_INCH = 96;

/** Chromium takes a minute to print a word of 100,000 letters on one line. */
const BREAK_LONG_WORDS = "<style>*{overflow-wrap:anywhere}</style>";

/** Chromium prints a date and a title when a template is empty. */
const BLANK_TEMPLATE = "<span></span>";

/** The limits of Page.printToPDF. */
const MIN_SCALE = 0.1;
const MAX_SCALE = 2;

/**
 * Returns the print layout. `content` is the size of the document for `full_page`, which prints one page:
 * - The page is as wide as the content times pdf_scale. With pdf_paper, the content is scaled to the paper's width.
 * - The page is as tall as the content, or full_page_max_height, without an upper limit. Chromium, Firefox and macOS show
 *   any height; Acrobat shows the first 200 inches (19,200 px).
 *
 * On paper of a fixed size, the margins of the document's @page rules apply when pdf_margin is absent.
 * Throws ServiceError(invalid_options) when the margins leave no space.
 */
export function layOutPdf(options: PdfOptions, content?: PageSize): PdfLayout {
  const problem = findPdfPageProblem(options, content !== undefined);
  if (problem !== undefined) {
    const details = { [`options.${problem.option}`]: problem.problem };
    throw new ServiceError("invalid_options", { details });
  }
  const margins = pageMargins(options, content !== undefined);
  const sides = { top: 0, right: 0, bottom: 0, left: 0, ...margins };
  const { paper, scale } =
    content === undefined
      ? { paper: paperSize(options), scale: options.pdf_scale ?? 1 }
      : onePage(options, content, sides);

  const isCut = content !== undefined && heightOf(options, content) < content.heightPx;
  return {
    print: {
      paperWidth: paper.widthPx / PX_PER_INCH,
      paperHeight: paper.heightPx / PX_PER_INCH,
      printBackground: true,
      generateTaggedPDF: true,
      generateDocumentOutline: true,
      scale,
      pageRanges: isCut ? "1" : (options.pdf_pages ?? "").replaceAll(/\s/g, ""),
      displayHeaderFooter: options.pdf_header !== undefined || options.pdf_footer !== undefined,
      headerTemplate: BREAK_LONG_WORDS + (options.pdf_header || BLANK_TEMPLATE),
      footerTemplate: BREAK_LONG_WORDS + (options.pdf_footer || BLANK_TEMPLATE),
      marginTop: 0,
      marginRight: 0,
      marginBottom: 0,
      marginLeft: 0,
    },
    pageCss: pageRule(margins),
    paper,
  };
}

function onePage(
  options: PdfOptions,
  content: PageSize,
  sides: PageSides,
): { paper: PageSize; scale: number } {
  const horizontalPx = sides.left + sides.right;
  const verticalPx = sides.top + sides.bottom;
  if (options.pdf_paper === undefined) {
    const scale = options.pdf_scale ?? 1;
    const widthPx = content.widthPx * scale + horizontalPx;
    return { paper: { widthPx, heightPx: heightOf(options, content) * scale + verticalPx }, scale };
  }
  const { widthPx } = paperSize(options);
  const scale = clamp((widthPx - horizontalPx) / content.widthPx, MIN_SCALE, MAX_SCALE);
  return { paper: { widthPx, heightPx: heightOf(options, content) * scale + verticalPx }, scale };
}

function heightOf(options: PdfOptions, content: PageSize): number {
  return Math.min(content.heightPx, options.full_page_max_height || content.heightPx);
}

function pageRule(margins: Partial<PageSides>): string {
  const lines = Object.entries(margins).map(
    ([side, lengthPx]) => `margin-${side}: ${lengthPx}px !important;`,
  );
  return `@page { size: auto !important; ${lines.join(" ")} }`;
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
