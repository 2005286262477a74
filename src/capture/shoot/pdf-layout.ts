// Converts the options of a PDF to Chromium's print parameters.
import type { CaptureOptions } from "../../contract/capture-options.ts";
import { ServiceError } from "../../contract/errors.ts";
import { parseCssLength } from "../../lib/css-length.ts";

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
  paper: Size;
};

type Size = { widthPx: number; heightPx: number };
type Sides = { top: number; right: number; bottom: number; left: number };

/** All papers are portrait, except ledger, which is tabloid in landscape. */
const PAPERS: Record<Extract<PdfOptions["pdf_paper"], string>, [width: string, height: string]> = {
  letter: ["8.5in", "11in"],
  legal: ["8.5in", "14in"],
  tabloid: ["11in", "17in"],
  ledger: ["17in", "11in"],
  a0: ["841mm", "1189mm"],
  a1: ["594mm", "841mm"],
  a2: ["420mm", "594mm"],
  a3: ["297mm", "420mm"],
  a4: ["210mm", "297mm"],
  a5: ["148mm", "210mm"],
  a6: ["105mm", "148mm"],
};

const PX_PER_INCH = 96;

/** Chromium takes a minute to print a word of 100,000 letters on one line. */
const BREAK_LONG_WORDS = "<style>*{overflow-wrap:anywhere}</style>";

/** The default margin for a header or a footer: one or two lines of small text. */
const HEADER_MARGIN_PX = 40;

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
export function layOutPdf(options: PdfOptions, content?: Size): PdfLayout {
  const margins = marginsOf(options, content !== undefined);
  const sides = { top: 0, right: 0, bottom: 0, left: 0, ...margins };
  const { paper, scale } =
    content === undefined
      ? { paper: paperOf(options), scale: options.pdf_scale ?? 1 }
      : onePage(options, content, sides);
  assertSpace(paper, sides);

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

function onePage(options: PdfOptions, content: Size, sides: Sides): { paper: Size; scale: number } {
  const horizontalPx = sides.left + sides.right;
  const verticalPx = sides.top + sides.bottom;
  if (options.pdf_paper === undefined) {
    const scale = options.pdf_scale ?? 1;
    const widthPx = content.widthPx * scale + horizontalPx;
    return { paper: { widthPx, heightPx: heightOf(options, content) * scale + verticalPx }, scale };
  }
  const { widthPx } = paperOf(options);
  const scale = clamp((widthPx - horizontalPx) / content.widthPx, MIN_SCALE, MAX_SCALE);
  return { paper: { widthPx, heightPx: heightOf(options, content) * scale + verticalPx }, scale };
}

function heightOf(options: PdfOptions, content: Size): number {
  return Math.min(content.heightPx, options.full_page_max_height || content.heightPx);
}

function paperOf({ pdf_paper = "a4", viewport_landscape }: PdfOptions): Size {
  const [width, height] =
    typeof pdf_paper === "string" ? PAPERS[pdf_paper] : [pdf_paper.width, pdf_paper.height];
  const widthPx = toPx(width, "pdf_paper");
  const heightPx = toPx(height, "pdf_paper");
  if (widthPx === 0 || heightPx === 0)
    throw invalidOption("pdf_paper", "must have a width and a height above 0");
  if (viewport_landscape && widthPx < heightPx) return { widthPx: heightPx, heightPx: widthPx };
  return { widthPx, heightPx };
}

/** Returns only the sides that override the document's @page rules. */
function marginsOf(options: PdfOptions, onOnePage: boolean): Partial<Sides> {
  const { pdf_margin, pdf_header, pdf_footer } = options;
  if (pdf_margin !== undefined) {
    const lengths = typeof pdf_margin === "string" ? everySide(pdf_margin) : pdf_margin;
    const side = (length = "0") => toPx(length, "pdf_margin");
    return {
      top: side(lengths.top),
      right: side(lengths.right),
      bottom: side(lengths.bottom),
      left: side(lengths.left),
    };
  }
  return {
    ...(onOnePage ? { top: 0, right: 0, bottom: 0, left: 0 } : {}),
    ...(pdf_header === undefined ? {} : { top: HEADER_MARGIN_PX }),
    ...(pdf_footer === undefined ? {} : { bottom: HEADER_MARGIN_PX }),
  };
}

function pageRule(margins: Partial<Sides>): string {
  const lines = Object.entries(margins).map(
    ([side, lengthPx]) => `margin-${side}: ${lengthPx}px !important;`,
  );
  return `@page { size: auto !important; ${lines.join(" ")} }`;
}

function assertSpace(paper: Size, sides: Sides): void {
  if (sides.left + sides.right < paper.widthPx && sides.top + sides.bottom < paper.heightPx) return;
  throw invalidOption("pdf_margin", "leaves no space on the paper");
}

function toPx(length: string, option: "pdf_paper" | "pdf_margin"): number {
  const lengthPx = parseCssLength(length);
  if (lengthPx !== undefined) return lengthPx;
  throw invalidOption(option, "must be a CSS length such as 10mm, 1in or 96px");
}

function invalidOption(option: "pdf_paper" | "pdf_margin", problem: string): ServiceError {
  return new ServiceError("invalid_options", { details: { [`options.${option}`]: problem } });
}

function everySide(length: string) {
  return { top: length, right: length, bottom: length, left: length };
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
