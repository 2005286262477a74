// full_page_scroll, full_page_scroll_by, full_page_scroll_delay: lazy content loads, and the page returns to its top.
// Captures that mostly wait run at the same time.
import { describe, expect, it } from "vitest";
import { capture, captureImage } from "../support/capture.ts";
import { pageOf } from "../support/pages.ts";
import { BLUE, expectColour, GREEN, RED, WHITE } from "../support/image.ts";

const atStep: [number, number] = [10, 50];
const atGap: [number, number] = [1270, 50];

describe.concurrent("full_page_scroll", () => {
  it("full_page_scroll loads images and boxes that wait until they are visible.", async () => {
    const options = { full_page: true, full_page_scroll: true, full_page_scroll_delay: 100 };
    const image = await captureImage("/lazy.html", options);

    expect(image.heightPx).toBe(12_000);
    expectColour(image, [50, 8050], RED);
    expectColour(image, [50, 10_050], BLUE);
  });

  it("The capture does not scroll without full_page_scroll.", async () => {
    const image = await captureImage("/lazy.html", { full_page: true });

    expectColour(image, [50, 8050], WHITE);
    expectColour(image, [50, 10_050], WHITE);
  });

  it("full_page_scroll works on a page whose element names replace properties of the document.", async () => {
    const html = `<img name="images"><div style="height:3000px;background:green">`;
    const options = { full_page: true, full_page_scroll: true, full_page_scroll_delay: 0 };
    const image = await captureImage(pageOf(html), options);

    expectColour(image, [640, 2900], GREEN);
  });

  it("Sections that appear on scroll are in their final state, and the header is at rest.", async () => {
    const options = { full_page: true, full_page_scroll: true, full_page_scroll_delay: 100 };
    const image = await captureImage("/reveal.html", options);

    expect(image).toMatchObject({ widthPx: 1280, heightPx: 9000 });
    expectColour(image, [640, 20], BLUE);
    for (let index = 0; index < 10; index++) expectColour(image, [640, 900 * index + 450], GREEN);
  });

  it("A list grows as long as its requests load more rows.", async () => {
    const options = { full_page: true, full_page_scroll: true, full_page_scroll_delay: 50 };
    const image = await captureImage("/endless-list.html", options);

    expect(image.heightPx).toBe(16 * 500 + 10);
    expectColour(image, [640, 7900], GREEN);
  });

  it.each(["request=700", "request=3500", "request=700&debounce=300"])(
    "Without a delay, a list grows after each request (%s).",
    async (query) => {
      const image = await captureImage(`/endless-list.html?batches=2&${query}`, {
        full_page: true,
        full_page_scroll: true,
        full_page_scroll_delay: 0,
      });

      expect(image.heightPx).toBe(12 * 500 + 10);
    },
  );

  it("full_page_scroll ends at the top of the page.", async () => {
    const options = { full_page_scroll: true, full_page_scroll_delay: 0 };
    const image = await captureImage("/bands.html", options);

    expectColour(image, [640, 400], [0, 0, 0, 255]);
    expectColour(image, [640, 600], [37, 91, 151, 255]);
  });
});

describe.concurrent("full_page_scroll_by", () => {
  it.each([300, 700])("full_page_scroll_by scrolls %i px per step.", async (step) => {
    const image = await captureImage(`/scroll-steps.html?step=${step}`, {
      full_page_scroll: true,
      full_page_scroll_by: step,
      full_page_scroll_delay: 100,
    });

    expectColour(image, atStep, GREEN);
  });
});

describe("full_page_scroll_delay", () => {
  it("full_page_scroll leaves time for the screenshot, with any delay.", async () => {
    const image = await captureImage("/bands.html", {
      full_page_scroll: true,
      full_page_scroll_delay: 5000,
      timeout: 4000,
    });

    expect(image.heightPx).toBe(1024);
  });

  it("metadata.scrolled reports that the timeout ended the scrolling early.", async () => {
    const scrolling = { full_page_scroll: true, response_type: "json", timeout: 4000 } as const;
    const scrolledAt = async (full_page_scroll_delay: number) => {
      const answer = await capture("/bands.html", { ...scrolling, full_page_scroll_delay });
      return answer.json();
    };

    expect(await scrolledAt(1000)).toMatchObject({ data: { metadata: { scrolled: "partly" } } });
    expect(await scrolledAt(0)).toMatchObject({ data: { metadata: { scrolled: "fully" } } });
  });

  it("metadata.scrolled reports that a request of the scrolling has not finished.", async () => {
    const answer = await capture("/endless-list.html?request=20000", {
      full_page_scroll: true,
      full_page_scroll_delay: 0,
      response_type: "json",
      timeout: 4000,
    });

    expect(await answer.json()).toMatchObject({ data: { metadata: { scrolled: "partly" } } });
  });

  it("full_page_scroll_delay is the wait at each step.", async () => {
    const path = "/scroll-steps.html?step=600&gap=1400";
    const scrolling = { full_page_scroll: true, full_page_scroll_by: 600 };
    const slow = await captureImage(path, { ...scrolling, full_page_scroll_delay: 1500 });
    const fast = await captureImage(path, { ...scrolling, full_page_scroll_delay: 50 });

    expectColour(slow, atGap, GREEN);
    expectColour(fast, atGap, RED);
  });

  it("The default of full_page_scroll_delay is 400 ms.", async () => {
    const options = { full_page_scroll: true, full_page_scroll_by: 600 };
    const image = await captureImage("/scroll-steps.html?step=600&gap=350", options);

    expectColour(image, atGap, GREEN);
  });
});
