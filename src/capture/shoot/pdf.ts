// Prints the page as PDF and re-encodes its images.
import type { Page } from "@cloudflare/puppeteer";
import type { CaptureOptions } from "../../contract/capture-options.ts";
import { ServiceError } from "../../contract/errors.ts";
import { withDeadline } from "../../lib/deadline.ts";
import type { Budget } from "../budget.ts";
import { countPages } from "../encode/pdf-file.ts";
import { recompressPdfImages } from "../encode/pdf-images.ts";
import type { RasterImage } from "../encode/pdf-images.ts";
import { adoptStyles } from "../in-page/adopt-styles.ts";
import { completePage } from "../in-page/complete-page.ts";
import { findScrollers } from "../in-page/find-scrollers.ts";
import { hideOutsideParts } from "../in-page/hide-outside-parts.ts";
import { isInPlace } from "../in-page/is-in-place.ts";
import { encodeJpeg } from "../in-page/encode-jpeg.ts";
import { layOutOnePage } from "../in-page/lay-out-one-page.ts";
import { evaluateIsolated } from "../isolated-world.ts";
import { emulatedMedia } from "../steps/emulate.ts";
import { type Tab, worldOf } from "../tab.ts";
import type { Image } from "./image.ts";
import { layOutPdf } from "./pdf-layout.ts";
import type { PdfLayout } from "./pdf-layout.ts";

/** The size of one message: with base64 and JSON it stays far below the connection's limit of 32 MiB. */
const CHUNK_BYTES = 4 * 1024 * 1024;

/** The chunks and the joined document are in memory at the same time, in an isolate of 128 MB. */
const MAX_PDF_BYTES = 48 * 1024 * 1024;

/** The time reserved for returning the document. With less time left, images are not re-encoded. */
const REENCODE_RESERVE_MS = 2_000;

/** Factors for the page height to try when the print layout is taller than the screen layout. */
const GROWTH = [1.02, 1.25, 2];

type Printed = { pdf: Uint8Array<ArrayBuffer>; paper: PdfLayout["paper"] };

/**
 * Returns the PDF, its number of pages and the size of its first page in CSS pixels. Throws ServiceError(invalid_options) for an invalid paper,
 * margin or page range.
 */
export async function shootPdf(tab: Tab, options: CaptureOptions, budget: Budget): Promise<Image> {
  const { pdf, paper } = await budget.run("capture", () =>
    options.full_page ? printOnOnePage(tab, options) : printOnPaper(tab, options),
  );
  const { image_quality } = options;
  const body = image_quality === 100 ? pdf : await reencode(tab, pdf, image_quality, budget);
  const pages = countPages(pdf);
  return {
    body,
    widthPx: Math.round(paper.widthPx),
    heightPx: Math.round(paper.heightPx),
    ...(pages === undefined ? {} : { pages }),
  };
}

async function printOnPaper(tab: Tab, options: CaptureOptions): Promise<Printed> {
  const layout = layOutPdf(options);
  await evaluateIsolated(tab, adoptStyles, layout.pageCss);
  return print(tab, layout);
}

async function printOnOnePage(tab: Tab, options: CaptureOptions): Promise<Printed> {
  const { media, features } = emulatedMedia(options);
  // This command replaces all emulated media features, so send them again.
  await tab.cdp.send("Emulation.setEmulatedMedia", { media: media || "print", features });
  const [, content] = await Promise.all([
    evaluateIsolated(tab, completePage, true, findScrollers, isInPlace, hideOutsideParts),
    evaluateIsolated(tab, layOutOnePage),
  ]);
  await evaluateIsolated(tab, adoptStyles, layOutPdf(options, content).pageCss);
  const printed = await print(tab, layOutPdf(options, content));
  if (countPages(printed.pdf) === 1) return printed;
  for (const growth of GROWTH) {
    const heightPx = Math.ceil(content.heightPx * growth);
    const taller = await print(tab, layOutPdf(options, { ...content, heightPx }));
    if (countPages(taller.pdf) === 1) return taller;
  }
  // Content that grows with the paper fits no single page. Return several pages, so that no content is lost.
  return printed;
}

async function print({ cdp }: Tab, layout: PdfLayout): Promise<Printed> {
  const { stream } = await cdp
    .send("Page.printToPDF", { ...layout.print, transferMode: "ReturnAsStream" })
    .catch(rejectPageRange);
  if (stream === undefined) return fail("The browser returned no PDF.");

  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (let eof = false; !eof;) {
      const chunk = await cdp.send("IO.read", { handle: stream, size: CHUNK_BYTES });
      const bytes = Uint8Array.fromBase64(chunk.data);
      chunks.push(bytes);
      length += bytes.length;
      eof = chunk.eof;
      if (length > MAX_PDF_BYTES)
        return fail("The PDF is larger than 48 MiB. Capture fewer pages with `pdf_pages`.");
    }
  } finally {
    // The browser stores the document until the stream is closed. Ignore errors of a closed connection.
    await cdp.send("IO.close", { handle: stream }).catch(() => {});
  }
  const pdf = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    pdf.set(chunk, offset);
    offset += chunk.length;
  }
  return { pdf, paper: layout.paper };
}

/** Re-encodes images in a blank page, because the captured page may have replaced the globals that the codec uses. */
async function reencode(
  { page }: Tab,
  pdf: Uint8Array<ArrayBuffer>,
  quality: number,
  budget: Budget,
): Promise<Uint8Array<ArrayBuffer>> {
  let blank: Promise<Page> | undefined;
  let world: Promise<ReturnType<typeof worldOf>> | undefined;
  const asJpeg = async ({ bytes, ...image }: RasterImage) => {
    blank ??= page.browser().newPage();
    world ??= blank.then(worldOf);
    const jpeg = await (await world).evaluate(encodeJpeg, bytes.toBase64(), image, quality);
    return jpeg ? Uint8Array.fromBase64(jpeg) : undefined;
  };
  const limitMs = Math.max(0, budget.leftMs - REENCODE_RESERVE_MS);
  try {
    return await withDeadline(limitMs, "re-encoding images", recompressPdfImages(pdf, asJpeg));
  } catch {
    // The original document is complete: a larger file is better than none.
    return pdf;
  } finally {
    // Closes in the background. Ignore errors of a closed browser.
    void blank?.then((codec) => codec.close()).catch(() => {});
  }
}

function rejectPageRange(error: unknown): never {
  // Chromium reports "Page range exceeds page count" or "Page range is invalid (start > end)".
  if (error instanceof Error && /page range/i.test(error.message)) {
    throw new ServiceError("invalid_options", {
      details: { "options.pdf_pages": "contains pages that the document does not have" },
      cause: error,
    });
  }
  throw error;
}

function fail(message: string): never {
  throw new ServiceError("render_failed", { message });
}
