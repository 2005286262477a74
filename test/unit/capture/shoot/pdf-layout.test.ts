import { describe, expect, it } from "vitest";
import type { PdfOptions } from "../../../../src/capture/shoot/pdf-layout.ts";
import { layOutPdf } from "../../../../src/capture/shoot/pdf-layout.ts";

const MM = 96 / 25.4;
const document = { widthPx: 1280, heightPx: 8000 };

function layOut(options: Partial<PdfOptions> = {}, content?: typeof document) {
  return layOutPdf({ viewport_landscape: false, ...options }, content);
}

function refusal(options: Partial<PdfOptions>, content?: typeof document) {
  try {
    layOut(options, content);
  } catch (error) {
    return error;
  }
  return undefined;
}

describe("paper", () => {
  it("The default paper is A4 portrait with background.", () => {
    const { paper, print } = layOut();
    expect(paper.widthPx).toBeCloseTo(210 * MM, 9);
    expect(paper.heightPx).toBeCloseTo(297 * MM, 9);
    expect(print.paperWidth).toBeCloseTo(210 / 25.4, 9);
    expect(print.paperHeight).toBeCloseTo(297 / 25.4, 9);
    expect(print).toMatchObject({ printBackground: true, scale: 1, pageRanges: "" });
  });

  it.each([
    ["letter", 8.5, 11],
    ["legal", 8.5, 14],
    ["tabloid", 11, 17],
    ["ledger", 17, 11],
  ] as const)("The paper %s measures %d by %d inches.", (pdf_paper, paperWidth, paperHeight) => {
    expect(layOut({ pdf_paper }).print).toMatchObject({ paperWidth, paperHeight });
  });

  it("The paper has the given size in CSS lengths.", () => {
    const { print } = layOut({ pdf_paper: { width: "96", height: "5in" } });
    expect(print).toMatchObject({ paperWidth: 1, paperHeight: 5 });
  });

  it("Landscape paper is wider than tall, even if the given width is already larger than the height.", () => {
    expect(layOut({ pdf_paper: "letter", viewport_landscape: true }).paper).toEqual({
      widthPx: 1056,
      heightPx: 816,
    });
    expect(layOut({ pdf_paper: "ledger", viewport_landscape: true }).paper).toEqual({
      widthPx: 1632,
      heightPx: 1056,
    });
  });

  it("The document's @page rule does not rotate the paper.", () => {
    expect(layOut().pageCss).toContain("size: auto !important");
  });

  it("An invalid length is rejected.", () => {
    expect(refusal({ pdf_paper: { width: "wide", height: "1in" } })).toMatchObject({
      code: "invalid_options",
      details: { "options.pdf_paper": expect.any(String) },
    });
  });

  it.each([
    { width: "0", height: "10cm" },
    { width: "10cm", height: "0mm" },
  ])("The paper %j is rejected regardless of the margins.", (pdf_paper) => {
    expect(refusal({ pdf_paper, pdf_margin: "1cm" })).toMatchObject({
      details: { "options.pdf_paper": "must have a width and a height above 0" },
    });
  });
});

describe("margins", () => {
  it("The document's margins apply to paper of a fixed size by default.", () => {
    expect(layOut().pageCss).not.toContain("margin");
  });

  it("One length applies to all sides.", () => {
    const { pageCss } = layOut({ pdf_margin: "1in" });
    for (const side of ["top", "right", "bottom", "left"]) {
      expect(pageCss).toContain(`margin-${side}: 96px !important`);
    }
  });

  it("Omitted sides have no margin.", () => {
    const { pageCss } = layOut({ pdf_margin: { left: "10px" } });
    expect(pageCss).toContain("margin-left: 10px !important");
    expect(pageCss).toContain("margin-top: 0px !important");
  });

  it("The default margins leave space for a header on its side only.", () => {
    const { pageCss } = layOut({ pdf_header: "<b>H</b>" });
    expect(pageCss).toContain("margin-top: 40px !important");
    expect(pageCss).not.toContain("margin-bottom");
  });

  it("Given margins apply even without space for a header.", () => {
    expect(layOut({ pdf_header: "<b>H</b>", pdf_margin: "0" }).pageCss).toContain(
      "margin-top: 0px !important",
    );
  });

  it.each(["105mm", "20in"])(
    "Margins of %s are refused, because A4 has no space left.",
    (pdf_margin) => {
      expect(refusal({ pdf_margin })).toMatchObject({
        code: "invalid_options",
        details: { "options.pdf_margin": "leaves no space on the paper" },
      });
    },
  );
});

describe("header and footer", () => {
  it("Header and footer are off by default.", () => {
    expect(layOut().print.displayHeaderFooter).toBe(false);
  });

  it("A missing header or footer is empty instead of a date and a title.", () => {
    expect(layOut({ pdf_footer: "<b>F</b>" }).print).toMatchObject({
      displayHeaderFooter: true,
      headerTemplate: expect.stringMatching(/<span><\/span>$/),
      footerTemplate: expect.stringMatching(/<b>F<\/b>$/),
    });
  });
});

describe("page ranges", () => {
  it("Page ranges are passed without spaces.", () => {
    expect(layOut({ pdf_pages: " 1 - 3, 5" }).print.pageRanges).toBe("1-3,5");
  });
});

describe("one page for the whole document", () => {
  it("The single page has the size of the document.", () => {
    expect(layOut({}, document).paper).toEqual({ widthPx: 1280, heightPx: 8000 });
  });

  it("The single page has no margins, regardless of the document's @page rules.", () => {
    expect(layOut({}, document).pageCss).toContain("margin-top: 0px !important");
  });

  it("Margins enlarge the single page, so that the layout keeps the viewport's width.", () => {
    const { paper } = layOut(
      { pdf_margin: { top: "10px", right: "20px", bottom: "30px", left: "40px" } },
      document,
    );
    expect(paper).toEqual({ widthPx: 1340, heightPx: 8040 });
  });

  it("The scale shrinks the single page, except its margins.", () => {
    const { paper, print } = layOut({ pdf_scale: 0.5, pdf_margin: "10px" }, document);
    expect(print.scale).toBe(0.5);
    expect(paper).toEqual({ widthPx: 660, heightPx: 4020 });
  });

  it("The single page is scaled to the width of the requested paper.", () => {
    const { paper, print } = layOut(
      { pdf_paper: { width: "660px", height: "1px" }, pdf_margin: "10px" },
      document,
    );
    expect(print.scale).toBe(0.5);
    expect(paper).toEqual({ widthPx: 660, heightPx: 4020 });
  });

  it("The scale stays within Chromium's limits.", () => {
    expect(layOut({ pdf_paper: "a0" }, { widthPx: 100, heightPx: 100 }).print.scale).toBe(2);
    expect(layOut({ pdf_paper: "a6" }, { widthPx: 5000, heightPx: 100 }).print.scale).toBe(0.1);
  });

  it("The single page is cut at the maximum height.", () => {
    const { paper, print } = layOut({ full_page_max_height: 1000 }, document);
    expect(paper.heightPx).toBe(1000);
    expect(print.pageRanges).toBe("1");
  });

  it.each([undefined, 0, 8000])(
    "The single page is not cut when the maximum height is %s.",
    (full_page_max_height) => {
      const { paper, print } = layOut({ full_page_max_height }, document);
      expect(paper.heightPx).toBe(8000);
      expect(print.pageRanges).toBe("");
    },
  );
});
