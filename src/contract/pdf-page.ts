// The paper and the margins of a PDF. Before a capture is accepted, validation refuses options that leave no space for
// content.
import { parseCssLength } from "../lib/css-length.ts";

const PAPERS = {
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
} as const;

type PaperName = keyof typeof PAPERS;

/** All papers are portrait, except ledger, which is tabloid in landscape. */
export const PAPER_NAMES = Object.keys(PAPERS) as PaperName[]; // the keys of PAPERS

/** The default margin for a header or a footer: one or two lines of small text. */
const HEADER_MARGIN_PX = 40;

export type PageSize = { widthPx: number; heightPx: number };
export type PageSides = { top: number; right: number; bottom: number; left: number };

/** The validated options that decide on paper and margins. */
export type PdfPageOptions = {
  viewport_landscape?: boolean | undefined;
  pdf_paper?: PaperName | { width: string; height: string } | undefined;
  pdf_margin?: string | { [Side in keyof PageSides]?: string | undefined } | undefined;
  pdf_header?: string | undefined;
  pdf_footer?: string | undefined;
};

export type PdfPageProblem = { option: "pdf_paper" | "pdf_margin"; problem: string };

/** Returns the paper in CSS pixels. A side with an invalid length is NaN. */
export function paperSize({ pdf_paper = "a4", viewport_landscape }: PdfPageOptions): PageSize {
  const [width, height] =
    typeof pdf_paper === "string" ? PAPERS[pdf_paper] : [pdf_paper.width, pdf_paper.height];
  const [widthPx, heightPx] = [toPx(width), toPx(height)];
  const isTurned = viewport_landscape === true && widthPx < heightPx;
  return isTurned ? { widthPx: heightPx, heightPx: widthPx } : { widthPx, heightPx };
}

/** Returns only the sides that override the document's @page rules. A side with an invalid length is NaN. */
export function pageMargins(options: PdfPageOptions, onOnePage: boolean): Partial<PageSides> {
  const { pdf_margin, pdf_header, pdf_footer } = options;
  if (typeof pdf_margin === "string") {
    const sidePx = toPx(pdf_margin);
    return { top: sidePx, right: sidePx, bottom: sidePx, left: sidePx };
  }
  if (pdf_margin !== undefined) {
    const { top = "0", right = "0", bottom = "0", left = "0" } = pdf_margin;
    return { top: toPx(top), right: toPx(right), bottom: toPx(bottom), left: toPx(left) };
  }
  return {
    ...(onOnePage ? { top: 0, right: 0, bottom: 0, left: 0 } : {}),
    ...(pdf_header === undefined ? {} : { top: HEADER_MARGIN_PX }),
    ...(pdf_footer === undefined ? {} : { bottom: HEADER_MARGIN_PX }),
  };
}

/** Returns why nothing can be printed on this paper, or undefined. A full page is as tall as its content and its margins. */
export function findPdfPageProblem(
  options: PdfPageOptions,
  isFullPage: boolean,
): PdfPageProblem | undefined {
  const paper = paperSize(options);
  const { top = 0, right = 0, bottom = 0, left = 0 } = pageMargins(options, isFullPage);
  const isLength = "must be a CSS length such as 10mm, 1in or 96px";
  if (Number.isNaN(paper.widthPx + paper.heightPx))
    return { option: "pdf_paper", problem: isLength };
  if (Number.isNaN(top + right + bottom + left)) return { option: "pdf_margin", problem: isLength };
  if (paper.widthPx === 0 || paper.heightPx === 0)
    return { option: "pdf_paper", problem: "must have a width and a height above 0" };
  // Without pdf_paper, a full page is as wide as its content and its margins, too.
  const hasFixedWidth = !isFullPage || options.pdf_paper !== undefined;
  const fits =
    (!hasFixedWidth || left + right < paper.widthPx) &&
    (isFullPage || top + bottom < paper.heightPx);
  return fits ? undefined : { option: "pdf_margin", problem: "leaves no space on the paper" };
}

function toPx(length: string): number {
  return parseCssLength(length) ?? Number.NaN;
}
