// full_page: parts of a page that depend on the scroll position.
import { expect, it } from "vitest";
import { captureImage } from "../support/capture.ts";
import { BLUE, expectColour, GREEN, RED } from "../support/image.ts";

const window = { viewport_width: 800, viewport_height: 600 };

it("A full page shows fixed backgrounds everywhere, fixed footers at the end, and the final state of scroll animations.", async () => {
  const image = await captureImage("/scroll-dependent.html", { ...window, full_page: true });

  expect(image).toMatchObject({ widthPx: 800, heightPx: 3000 });
  for (const y of [300, 575, 900, 2900]) expectColour(image, [600, y], BLUE);
  expectColour(image, [200, 1100], GREEN);
  expectColour(image, [200, 1700], GREEN);
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

it("A screenshot of the viewport shows fixed backgrounds and footers in the viewport.", async () => {
  const image = await captureImage("/scroll-dependent.html", window);

  expectColour(image, [600, 300], BLUE);
  expectColour(image, [600, 575], RED);
});
