// The pages, the paper and the margins of a PDF, read from the file itself.
import { Buffer } from "node:buffer";
import { describe, expect, inject, it } from "vitest";
import { seedAccount } from "../support/accounts.ts";
import { createApi } from "../support/api.ts";
import { capture, captureHtml, fileOf } from "../support/capture.ts";
import type { CaptureOptionsInput } from "../../src/contract/capture-options.ts";
import { expectError } from "../support/expectations.ts";
import { pageOf } from "../support/pages.ts";
import { readPdf } from "../support/pdf.ts";

const MM = 72 / 25.4;
const threePages = `<style>p { break-after: page; margin: 0 }</style><p>one<p>two<p style="break-after:auto">three`;

async function capturePdf(html: string, options: CaptureOptionsInput = {}) {
  return readPdf(await fileOf(await captureHtml(html, { format: "pdf", ...options })));
}

describe("pdf_paper", () => {
  it("A PDF without pdf_paper has A4 pages.", async () => {
    const { pages } = await capturePdf("page");
    expect(pages).toHaveLength(1);
    expectSize(pages[0], [210 * MM, 297 * MM]);
  });

  it.each([
    ["letter", [612, 792]],
    ["legal", [612, 1008]],
    ["ledger", [1224, 792]],
    ["a3", [297 * MM, 420 * MM]],
    ["a6", [105 * MM, 148 * MM]],
  ] as const)("A PDF with pdf_paper %s has its size.", async (pdf_paper, size) => {
    const { pages } = await capturePdf("page", { pdf_paper });
    expectSize(pages[0], size);
  });

  it("pdf_paper accepts any size in CSS lengths.", async () => {
    const { pages } = await capturePdf("page", { pdf_paper: { width: "4in", height: "200px" } });
    expectSize(pages[0], [288, 150]);
  });

  it("With viewport_landscape, the paper is in landscape format.", async () => {
    const { pages } = await capturePdf("page", { pdf_paper: "a5", viewport_landscape: true });
    expectSize(pages[0], [210 * MM, 148 * MM]);
  });
});

describe("pdf_pages", () => {
  it("A PDF without pdf_pages keeps all pages.", async () => {
    expect((await capturePdf(threePages)).pages).toHaveLength(3);
  });

  it.each([
    ["1", 1],
    ["2-3", 2],
    ["1, 3", 2],
  ])("pdf_pages %s keeps %i pages.", async (pdf_pages, count) => {
    expect((await capturePdf(threePages, { pdf_pages })).pages).toHaveLength(count);
  });
});

describe("pdf_margin", () => {
  // Ten lines of 100 px: exactly ten fit on a sheet of 1,000 px without a margin.
  const tenLines = `<style>body { margin: 0 } div { height: 100px; break-inside: avoid }</style>${"<div>x</div>".repeat(10)}`;
  const pdf_paper = { width: "500px", height: "1000px" };

  it("A PDF without pdf_margin has no margin.", async () => {
    expect((await capturePdf(tenLines, { pdf_paper })).pages).toHaveLength(1);
  });

  it.each(["150px", { top: "150px" }, { bottom: "2in" }])(
    "pdf_margin %j reduces the printed area.",
    async (pdf_margin) => {
      expect((await capturePdf(tenLines, { pdf_paper, pdf_margin })).pages).toHaveLength(2);
    },
  );

  it("The service refuses a pdf_margin that leaves no room.", async () => {
    const answer = await capture(pageOf("x"), { format: "pdf", pdf_margin: "15cm" });
    await expectError(answer, 422, "invalid_options", {
      "options.pdf_margin": "leaves no space on the paper",
    });
  });

  it("A GET request names the refused margin by its query parameter.", async () => {
    const { key } = await seedAccount();
    const url = new URL(pageOf("x"), inject("site").origin).href;
    const query = new URLSearchParams({ url, format: "pdf", pdf_margin: "15cm" });
    await expectError(
      await createApi().get(`/v1/capture?${query}`, { key }),
      422,
      "invalid_options",
      {
        pdf_margin: "leaves no space on the paper",
      },
    );
  });
});

describe("pdf_scale", () => {
  const tall = `<style>body { margin: 0 } div { height: 100px }</style>${"<div>x</div>".repeat(10)}`;
  const pdf_paper = { width: "500px", height: "1000px" };

  it.each([
    [1, 1],
    [2, 2],
  ])("pdf_scale %d puts a document of ten sheets on %i sheets.", async (pdf_scale, count) => {
    expect((await capturePdf(tall, { pdf_paper, pdf_scale })).pages).toHaveLength(count);
  });
});

describe("pdf_header and pdf_footer", () => {
  const template = (colour: string) =>
    `<div style="font-size:10px;width:100%;height:10px;-webkit-print-color-adjust:exact;background:${colour}"><span class="pageNumber"></span></div>`;

  it("pdf_header and pdf_footer appear on the page.", async () => {
    const plain = await capturePdf("page");
    const header = await capturePdf("page", { pdf_header: template("rgb(255,0,0)") });
    const footer = await capturePdf("page", { pdf_footer: template("rgb(0,0,255)") });
    expect(await plain.drawing()).not.toMatch(/1 0 0 rg|0 0 1 rg/);
    expect(await header.drawing()).toMatch(/1 0 0 rg/);
    expect(await header.drawing()).not.toMatch(/0 0 1 rg/);
    expect(await footer.drawing()).toMatch(/0 0 1 rg/);
  });

  it("pdf_header and pdf_footer may have the maximum length, with and without spaces.", async () => {
    const long = "x".repeat(100 * 1024);
    const answer = await captureHtml("<p>page", {
      format: "pdf",
      pdf_header: long,
      pdf_footer: long,
      timeout: 15_000,
    });
    expect(answer.status).toBe(200);
  });
});

function expectSize(box: [number, number] | undefined, [width, height]: readonly [number, number]) {
  // Chromium writes whole and half points.
  expect(Math.abs((box?.[0] ?? 0) - width), `width of ${box}`).toBeLessThan(1.5);
  expect(Math.abs((box?.[1] ?? 0) - height), `height of ${box}`).toBeLessThan(1.5);
}

it("A full-page PDF emulates dark_mode and reduced_motion and is as wide as its content.", async () => {
  const html = `<style>body { margin: 0; background: red }
    @media (prefers-color-scheme: dark) and (prefers-reduced-motion: reduce) { body { background: blue } }</style>
    <div style="width:2000px;height:100px">wide</div>`;
  const emulated = { full_page: true, dark_mode: true, reduced_motion: true };
  const { pages, drawing } = await capturePdf(html, emulated);

  expectSize(pages[0], [1500, 768]);
  expect(await drawing()).toMatch(/0 0 1 rg/);
});

it("A PDF contains lazy images below the window.", async () => {
  const image = `<img loading="lazy" src="/colour.png?delay=300" style="margin-top:5000px">`;
  const file = await fileOf(await capture(pageOf(image), { format: "pdf", image_quality: 100 }));

  expect(Buffer.from(file).toString("latin1")).toMatch(/\/Subtype\s*\/Image/);
});
