// full_page: parts of a page that depend on the scroll position.
import { expect, it } from "vitest";
import { capture, captureImage, fileOf } from "../support/capture.ts";
import { BLUE, expectColour, GREEN, RED } from "../support/image.ts";
import { pageOf } from "../support/pages.ts";
import { readPdf } from "../support/pdf.ts";

const window = { viewport_width: 800, viewport_height: 600 };

it("A full page shows fixed backgrounds everywhere, fixed footers at the end, and the final state of scroll animations.", async () => {
  const image = await captureImage("/scroll-dependent.html", { ...window, full_page: true });

  expect(image).toMatchObject({ widthPx: 800, heightPx: 3000 });
  for (const y of [300, 575, 900, 2900]) expectColour(image, [600, y], BLUE);
  for (const y of [1100, 1700, 2100, 2400]) expectColour(image, [200, y], GREEN);
  expectColour(image, [600, 2975], RED);

  // This window shows a part of the element that appears.
  const options = { ...window, viewport_height: 1050, full_page: true };
  expectColour(await captureImage("/scroll-dependent.html", options), [200, 1100], GREEN);
});

it.each([true, false])(
  "A full page contains all content of the page's only scrolling element (full_page_scroll: %s).",
  async (full_page_scroll) => {
    const options = { ...window, full_page: true, full_page_scroll, full_page_scroll_delay: 0 };
    const image = await captureImage("/shell.html", options);

    expect(image).toMatchObject({ widthPx: 800, heightPx: 60 + 4 * 600 });
    expectColour(image, [400, 30], BLUE);
    expectColour(image, [400, 1850], GREEN);
    expectColour(image, [400, 2450], RED);
  },
);

it.each([
  { kind: "hidden", heightPx: 2400 },
  { kind: "native", heightPx: 2400 },
  { kind: "slider", heightPx: 2400 },
  { kind: "follower", heightPx: 2400 },
  { kind: "followers", heightPx: 2400 },
  { kind: "moved", heightPx: 600 },
  { kind: "none", heightPx: 600 },
])(
  "A full page contains all content that a library scrolls ($kind).",
  async ({ kind, heightPx }) => {
    const options = { ...window, full_page: true };
    const image = await captureImage(`/library-scroller.html?${kind}`, options);

    expect(image).toMatchObject({ widthPx: 800, heightPx });
    expectColour(image, [400, heightPx - 50], heightPx === 600 ? GREEN : RED);
  },
);

it("A full page contains all content of a scrolling element in a shadow root.", async () => {
  const html = `<style>html, body, app-shell { display: block; height: 100%; margin: 0; overflow: hidden }</style>
    <app-shell></app-shell><script>document.querySelector("app-shell").attachShadow({ mode: "open" }).innerHTML =
      "<style>main { height: 100%; overflow-y: auto } section { height: 600px; background: green } :last-child { background: red }</style>" +
      "<main><section></section><section></section><section></section></main>"</script>`;
  const scrolling = { full_page_scroll: true, full_page_scroll_delay: 0 };
  const image = await captureImage(pageOf(html), { ...window, full_page: true, ...scrolling });

  expect(image).toMatchObject({ widthPx: 800, heightPx: 1800 });
  expectColour(image, [400, 1100], GREEN);
  expectColour(image, [400, 1700], RED);
});

it("A full page contains all content of a scrolling element whose content determines the size of no other element.", async () => {
  const html = `<style>body { margin: 8px } section { height: 600px; background: green } section:last-child { background: red }
      #app { position: relative; display: flex; flex-direction: column; height: 100vh; contain: strict }
      #place { position: relative; flex: 1 } main { position: absolute; inset: 0; overflow-y: auto; contain: size }
      footer { height: 60px; background: blue }</style>
    <div id="app"><div id="place"><main><section></section><section></section><section></section></main></div><footer></footer></div>`;
  const scrolling = { full_page_scroll: true, full_page_scroll_delay: 0 };
  const image = await captureImage(pageOf(html), { ...window, full_page: true, ...scrolling });

  expect(image).toMatchObject({ widthPx: 800, heightPx: 8 + 3 * 600 + 60 + 8 });
  expectColour(image, [400, 1100], GREEN);
  expectColour(image, [400, 1700], RED);
  expectColour(image, [400, 1850], BLUE);
});

it("A full-page PDF contains all content of the page's only scrolling element.", async () => {
  const pdf = await capture("/shell.html", { ...window, full_page: true, format: "pdf" });
  const { pages } = readPdf(await fileOf(pdf));

  expect(pages).toHaveLength(1);
  expect(Math.abs(pages[0]![1] - (60 + 4 * 600) * 0.75)).toBeLessThan(1.5);
});

it("A screenshot of the viewport shows fixed backgrounds and footers in the viewport.", async () => {
  const image = await captureImage("/scroll-dependent.html", window);

  expectColour(image, [600, 300], BLUE);
  expectColour(image, [600, 575], RED);
});
