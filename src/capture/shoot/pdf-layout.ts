// The options of a PDF → what Chromium is told about paper and margins.
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
  /** Parameters of the protocol's Page.printToPDF; paper in inches. Margins are in `pageCss`. */
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
  /** To be added to the page: its own @page rules would turn the paper and win over margins given as parameters. */
  pageCss: string;
  /** Of every page. */
  paper: Size;
};

type Size = { widthPx: number; heightPx: number };
type Sides = { top: number; right: number; bottom: number; left: number };

/** Portrait, but for ledger, which is tabloid turned. */
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

/** A word of 100,000 letters in one line takes Chromium a minute to print. */
const BREAK_LONG_WORDS = "<style>*{overflow-wrap:anywhere}</style>";

/** Room for a header or a footer where the caller set no margins: one or two lines of small print. */
const HEADER_ROOM_PX = 40;

/** Chromium prints a date and a title where a template is empty. */
const NO_TEMPLATE = "<span></span>";

/** What Page.printToPDF accepts. */
const MIN_SCALE = 0.1;
const MAX_SCALE = 2;

/**
 * `content`: the laid out document, for `full_page`. Its page is as wide as the layout, times pdf_scale, or as
 * pdf_paper, to which the layout is then scaled, and as tall as the document or full_page_max_height. There is no
 * upper bound: Chromium, Firefox and macOS show any height; Acrobat shows the first 200 inches (19,200 px).
 * Margins of the document's own @page rules hold on paper of a fixed size where pdf_margin is left out.
 * Throws invalid_options when the margins leave no room.
 */
export function layOutPdf(options: PdfOptions, content?: Size): PdfLayout {
  const margins = marginsOf(options, content !== undefined);
  const sides = { top: 0, right: 0, bottom: 0, left: 0, ...margins };
  const { paper, scale } =
    content === undefined
      ? { paper: paperOf(options), scale: options.pdf_scale ?? 1 }
      : onePage(options, content, sides);
  assertRoom(paper, sides);

  const cut = content !== undefined && heightOf(options, content) < content.heightPx;
  return {
    print: {
      paperWidth: paper.widthPx / PX_PER_INCH,
      paperHeight: paper.heightPx / PX_PER_INCH,
      printBackground: true,
      generateTaggedPDF: true,
      generateDocumentOutline: true,
      scale,
      pageRanges: cut ? "1" : (options.pdf_pages ?? "").replaceAll(/\s/g, ""),
      displayHeaderFooter: options.pdf_header !== undefined || options.pdf_footer !== undefined,
      headerTemplate: BREAK_LONG_WORDS + (options.pdf_header || NO_TEMPLATE),
      footerTemplate: BREAK_LONG_WORDS + (options.pdf_footer || NO_TEMPLATE),
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
  const across = sides.left + sides.right;
  const down = sides.top + sides.bottom;
  if (options.pdf_paper === undefined) {
    const scale = options.pdf_scale ?? 1;
    const widthPx = content.widthPx * scale + across;
    return { paper: { widthPx, heightPx: heightOf(options, content) * scale + down }, scale };
  }
  const { widthPx } = paperOf(options);
  const scale = clamp((widthPx - across) / content.widthPx, MIN_SCALE, MAX_SCALE);
  return { paper: { widthPx, heightPx: heightOf(options, content) * scale + down }, scale };
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
    throw refused("pdf_paper", "must be wider and taller than 0");
  if (viewport_landscape && widthPx < heightPx) return { widthPx: heightPx, heightPx: widthPx };
  return { widthPx, heightPx };
}

/** Only the sides that must hold against the document's own @page rules. */
function marginsOf(options: PdfOptions, onOnePage: boolean): Partial<Sides> {
  const { pdf_margin, pdf_header, pdf_footer } = options;
  if (pdf_margin !== undefined) {
    const given = typeof pdf_margin === "string" ? everySide(pdf_margin) : pdf_margin;
    const side = (length = "0") => toPx(length, "pdf_margin");
    return {
      top: side(given.top),
      right: side(given.right),
      bottom: side(given.bottom),
      left: side(given.left),
    };
  }
  return {
    ...(onOnePage ? { top: 0, right: 0, bottom: 0, left: 0 } : {}),
    ...(pdf_header === undefined ? {} : { top: HEADER_ROOM_PX }),
    ...(pdf_footer === undefined ? {} : { bottom: HEADER_ROOM_PX }),
  };
}

function pageRule(margins: Partial<Sides>): string {
  const lines = Object.entries(margins).map(
    ([side, lengthPx]) => `margin-${side}: ${lengthPx}px !important;`,
  );
  return `@page { size: auto !important; ${lines.join(" ")} }`;
}

function assertRoom(paper: Size, sides: Sides): void {
  if (sides.left + sides.right < paper.widthPx && sides.top + sides.bottom < paper.heightPx) return;
  throw refused("pdf_margin", "leaves no room on the paper");
}

function toPx(length: string, option: "pdf_paper" | "pdf_margin"): number {
  const lengthPx = parseCssLength(length);
  if (lengthPx !== undefined) return lengthPx;
  throw refused(option, "must be a CSS length such as 10mm, 1in or 96px");
}

function refused(option: "pdf_paper" | "pdf_margin", fault: string): ServiceError {
  return new ServiceError("invalid_options", { details: { [`options.${option}`]: fault } });
}

function everySide(length: string) {
  return { top: length, right: length, bottom: length, left: length };
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
