// The page as PDF: laid out for paper, printed, its images re-encoded.
import type { Page } from "@cloudflare/puppeteer";
import type { CaptureOptions } from "../../contract/capture-options.ts";
import { ServiceError } from "../../contract/errors.ts";
import { withDeadline } from "../../lib/deadline.ts";
import type { Budget } from "../budget.ts";
import { countPages } from "../encode/pdf-file.ts";
import { recompressPdfImages } from "../encode/pdf-images.ts";
import type { RasterImage } from "../encode/pdf-images.ts";
import { adoptStyles } from "../in-page/adopt-styles.ts";
import { encodeJpeg } from "../in-page/encode-jpeg.ts";
import { layOutOnePage } from "../in-page/lay-out-one-page.ts";
import type { Tab } from "../tab.ts";
import type { Image } from "./image.ts";
import { layOutPdf } from "./pdf-layout.ts";
import type { PdfLayout } from "./pdf-layout.ts";

/** Bytes a message; base64 and JSON included it stays far below the connection's 32 MiB. */
const CHUNK_BYTES = 4 * 1024 * 1024;

/** Chunks and the joined document are held at once, in an isolate of 128 MB. */
const MAX_PDF_BYTES = 48 * 1024 * 1024;

/** Milliseconds to keep for handing the document over: with less left, images stay as they are. */
const REENCODE_RESERVE_MS = 2_000;

/** How much taller the one page is made when print layout turns out taller than the screen's. */
const GROWTH = [1.02, 1.25, 2];

type Printed = { pdf: Uint8Array<ArrayBuffer>; paper: PdfLayout["paper"] };

/** Width and height are those of the first page, CSS pixels. Throws invalid_options for paper and pages that cannot be. */
export async function shootPdf(tab: Tab, options: CaptureOptions, budget: Budget): Promise<Image> {
  const { pdf, paper } = await budget.run("capture", () =>
    options.full_page ? printOnOnePage(tab, options) : printOnPaper(tab, options),
  );
  const { image_quality } = options;
  const body = image_quality === 100 ? pdf : await reencode(tab, pdf, image_quality, budget);
  return { body, widthPx: Math.round(paper.widthPx), heightPx: Math.round(paper.heightPx) };
}

async function printOnPaper(tab: Tab, options: CaptureOptions): Promise<Printed> {
  const layout = layOutPdf(options);
  await tab.page.evaluate(adoptStyles, layout.pageCss);
  return print(tab, layout);
}

async function printOnOnePage(tab: Tab, options: CaptureOptions): Promise<Printed> {
  await tab.cdp.send("Emulation.setEmulatedMedia", { media: options.media_type ?? "print" });
  const content = await tab.page.evaluate(layOutOnePage);
  await tab.page.evaluate(adoptStyles, layOutPdf(options, content).pageCss);
  const printed = await print(tab, layOutPdf(options, content));
  if (countPages(printed.pdf) === 1) return printed;
  for (const growth of GROWTH) {
    const heightPx = Math.ceil(content.heightPx * growth);
    const taller = await print(tab, layOutPdf(options, { ...content, heightPx }));
    if (countPages(taller.pdf) === 1) return taller;
  }
  // What grows with its paper fits no single page, and keeps its pages: content must not be lost.
  return printed;
}

async function print({ cdp }: Tab, layout: PdfLayout): Promise<Printed> {
  const { stream } = await cdp
    .send("Page.printToPDF", { ...layout.print, transferMode: "ReturnAsStream" })
    .catch(refusePages);
  if (stream === undefined) return fail("The browser wrote no PDF.");

  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (let eof = false; !eof;) {
      const chunk = await cdp.send("IO.read", { handle: stream, size: CHUNK_BYTES });
      const bytes = Uint8Array.fromBase64(chunk.data);
      chunks.push(bytes);
      length += bytes.length;
      eof = chunk.eof;
      if (length > MAX_PDF_BYTES) return fail("The PDF is too large.");
    }
  } finally {
    // The browser keeps the document until then. Nothing is lost when the connection is gone.
    await cdp.send("IO.close", { handle: stream }).catch(() => {});
  }
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return { pdf: whole, paper: layout.paper };
}

/** The codec works in a blank page of no capture's context: the captured page may have replaced what it needs. */
async function reencode(
  { page }: Tab,
  pdf: Uint8Array<ArrayBuffer>,
  quality: number,
  budget: Budget,
): Promise<Uint8Array<ArrayBuffer>> {
  let blank: Promise<Page> | undefined;
  const asJpeg = async ({ bytes, ...image }: RasterImage) => {
    blank ??= page.browser().newPage();
    const jpeg = await (await blank).evaluate(encodeJpeg, bytes.toBase64(), image, quality);
    return jpeg ? Uint8Array.fromBase64(jpeg) : undefined;
  };
  const limitMs = Math.max(0, budget.leftMs - REENCODE_RESERVE_MS);
  try {
    return await withDeadline(limitMs, "re-encoding images", recompressPdfImages(pdf, asJpeg));
  } catch {
    // The document is whole without it: a larger file is better than none.
    return pdf;
  } finally {
    // Nobody waits for it, and with the browser it is gone, too.
    void blank?.then((codec) => codec.close()).catch(() => {});
  }
}

function refusePages(error: unknown): never {
  // "Page range exceeds page count", "Page range is invalid (start > end)"
  if (error instanceof Error && /page range/i.test(error.message)) {
    throw new ServiceError("invalid_options", {
      details: { "options.pdf_pages": "names pages that the document does not have" },
      cause: error,
    });
  }
  throw error;
}

function fail(message: string): never {
  throw new ServiceError("render_failed", { message });
}
