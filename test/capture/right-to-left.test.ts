// Pages from right to left that are wider than the viewport. The screenshot shows the right edge, where the page starts.
import { expect, it } from "vitest";
import { captureImage } from "../support/capture.ts";
import { pageOf } from "../support/pages.ts";
import { expectColour, GREEN, WHITE } from "../support/image.ts";

/** A box of 2,000 px: its start is green, and its end, outside the viewport, is red. */
const SIGN = `<div style="display:flex;width:2000px;height:100px">
  <div id="begin" style="flex:1;background:green"></div><div style="flex:1;background:red"></div></div>`;

const PAGES = {
  "with dir on the document": `<html dir="rtl"><body style="margin:0">${SIGN}`,
  "with dir on the body": `<body dir="rtl" style="margin:0">${SIGN}`,
  "with hidden overflow": `<html dir="rtl"><body style="margin:0;overflow-x:hidden">${SIGN}`,
  "with vertical lines": `<html style="writing-mode:vertical-rl"><body style="margin:0">
    <div style="width:1000px;height:100px;background:green"></div>
    <div style="width:1000px;height:100px;background:red"></div>`,
};

it.each(Object.entries(PAGES))("full_page shows the beginning of a page %s.", async (_, html) => {
  const options = { full_page: true, viewport_width: 600, viewport_height: 400 };
  const image = await captureImage(pageOf(html), options);

  expect(image).toMatchObject({ widthPx: 600, heightPx: 400 });
  expectColour(image, [1, 50], GREEN);
  expectColour(image, [598, 50], GREEN);
  expectColour(image, [598, 150], WHITE);
});

it("full_page shows a right-to-left page that is taller than the viewport.", async () => {
  const html = `${PAGES["with dir on the document"]}<div style="height:2000px">`;
  const image = await captureImage(pageOf(html), { full_page: true, viewport_width: 600 });

  expect(image).toMatchObject({ widthPx: 600, heightPx: 2100 });
  expectColour(image, [1, 50], GREEN);
});

it("full_page shows a right-to-left page that a mobile viewport shrinks.", async () => {
  const html = PAGES["with dir on the document"].replace("2000px", "4000px");
  const options = { full_page: true, viewport_mobile: true, viewport_width: 400 };
  const image = await captureImage(pageOf(html), options);

  expectColour(image, [398, 10], GREEN);
});

it("selector shows an element anywhere on a right-to-left page.", async () => {
  const options = { selector: "#begin", viewport_width: 600 };
  const image = await captureImage(pageOf(PAGES["with dir on the document"]), options);

  expect(image).toMatchObject({ widthPx: 1000, heightPx: 100 });
  expectColour(image, [1, 50], GREEN);
  expectColour(image, [998, 50], GREEN);
});

it("clip counts from the left edge of the viewport, as on other pages.", async () => {
  const options = { clip: { x: 0, y: 0, width: 600, height: 200 }, viewport_width: 600 };
  const image = await captureImage(pageOf(PAGES["with dir on the document"]), options);

  expectColour(image, [1, 50], GREEN);
  expectColour(image, [598, 50], GREEN);
});

it("A screenshot of a viewport that is too large for one shot contains the visible part.", async () => {
  const html = PAGES["with dir on the document"].replace("2000px", "8000px");
  const options = { viewport_width: 3000, viewport_height: 2100 };
  const image = await captureImage(pageOf(html), options);

  expectColour(image, [1, 50], GREEN);
  expectColour(image, [2998, 50], GREEN);
  expectColour(image, [1, 150], WHITE);
});
