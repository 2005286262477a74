// full_page_scroll, full_page_scroll_by, full_page_scroll_delay: lazy content loads, and the page returns to its top.
// Captures that mostly wait run at the same time.
import { describe, expect, it } from "vitest";
import type { CaptureAnswer } from "../../src/contract/screenshot.ts";
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

  it("Sections that move or change their shape are in their place, and the header that reacts late is at rest.", async () => {
    const options = { full_page: true, full_page_scroll: true, full_page_scroll_delay: 300 };
    const image = await captureImage("/scroll-reactions.html", options);

    expectColour(image, [640, 20], BLUE);
    for (const top of [1100, 1800, 2500, 3900])
      for (const x of [10, 390]) expectColour(image, [x, top + 300], GREEN);
    expectColour(image, [90, 3500], WHITE);
    expectColour(image, [490, 3500], BLUE);
  });

  it("Sections of a fixed element that scrolls in place of the page are in their final state.", async () => {
    const html = `<style>body { margin: 0 } main { position: fixed; inset: 0; overflow-y: auto } section { height: 900px; background: green; opacity: 0 }
      .seen { opacity: 1 }</style><main>${"<section></section>".repeat(4)}</main>
      <script>
        const seen = new IntersectionObserver((entries) => {
          for (const { target, isIntersecting } of entries) target.classList.toggle("seen", isIntersecting);
        });
        for (const section of document.querySelectorAll("section")) seen.observe(section);
      </script>`;
    const options = { full_page: true, full_page_scroll: true, full_page_scroll_delay: 200 };
    const image = await captureImage(pageOf(html), options);

    for (let index = 0; index < 4; index++) expectColour(image, [640, 900 * index + 450], GREEN);
  });

  it("Sections that a script moves on wheel events, in place of scrolling, are in their final state.", async () => {
    const options = { full_page: true, full_page_scroll: true, full_page_scroll_delay: 0 };
    const image = await captureImage("/wheel-sections.html", options);

    expect(image.heightPx).toBe(3600);
    for (let index = 0; index < 4; index++) expectColour(image, [640, 900 * index + 450], GREEN);
  });

  it("Numbers that count in view show their final value, and a number that stays in the window the current one.", async () => {
    const scrolling = { full_page: true, full_page_scroll: true, full_page_scroll_delay: 300 };
    const fail_unless_text = [
      "Scrolled: 0",
      "1,200 clients",
      "3,400+ orders",
      "56 % growth",
      "7,800 awards",
    ];

    await captureImage("/counting-numbers.html", { ...scrolling, fail_unless_text });
  });

  it("A part that stayed in the window shows one of the boxes that appeared in it one after another.", async () => {
    const options = { full_page: true, full_page_scroll: true, full_page_scroll_delay: 200 };
    const image = await captureImage("/pins.html", options);

    for (const top of [1100, 5200]) {
      expectColour(image, [50, top + 250], GREEN);
      for (const x of [250, 450]) expectColour(image, [x, top + 250], WHITE);
    }
  });

  it("Cards with a perspective that turn their backs again show their fronts.", async () => {
    const options = { full_page: true, full_page_scroll: true, full_page_scroll_delay: 200 };
    const image = await captureImage("/flip-cards.html", options);

    for (const top of [1000, 2000, 3000])
      for (const x of [10, 1270]) expectColour(image, [x, top + 100], GREEN);
  });

  it("Bars, lines, folds and highlights that the page empties again are full.", async () => {
    const options = { full_page: true, full_page_scroll: true, full_page_scroll_delay: 100 };
    const image = await captureImage("/progress-bars.html", options);

    for (const top of [1500, 2500, 3500]) {
      for (const x of [290, 590, 750, 990]) expectColour(image, [x, top + 100], GREEN);
      expectColour(image, [1150, top + 100], BLUE);
    }
  });

  it("The walk back to the top passes each section, so that a sticky figure shows the number of the first one.", async () => {
    const options = { full_page: true, full_page_scroll: true, full_page_scroll_delay: 0 };
    const image = await captureImage("/scroll-story.html", options);

    expectColour(image, [640, 1300], GREEN);
  });

  it("Sections appear that the page inserts at the end of its opening animation.", async () => {
    const html = `<style>@keyframes opening { to { opacity: 0 } } body { margin: 0 }
      section { height: 900px } .seen { background: rgb(0, 128, 0) }</style>
      <div style="height:40px;animation:opening 2.5s"></div>
      <script>
        addEventListener("animationend", () => {
          const seen = new IntersectionObserver((entries) => {
            for (const { target, isIntersecting } of entries) if (isIntersecting) target.className = "seen";
          });
          for (let i = 0; i < 4; i++) seen.observe(document.body.appendChild(document.createElement("section")));
        });
      </script>`;
    const options = { full_page: true, full_page_scroll: true, full_page_scroll_delay: 0 };
    const image = await captureImage(pageOf(html), options);

    expect(image.heightPx).toBe(3640);
    for (let index = 0; index < 4; index++) expectColour(image, [640, 900 * index + 450], GREEN);
  });

  it("A list grows as long as its requests load more rows.", async () => {
    const options = { full_page: true, full_page_scroll: true, full_page_scroll_delay: 50 };
    const image = await captureImage("/endless-list.html", options);

    expect(image.heightPx).toBe(16 * 500 + 10);
    expectColour(image, [640, 7900], GREEN);
  });

  it.each(["request=700", "request=3500", "request=700&debounce=300", "request=200&render=350"])(
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

  it("A list whose first rows are still loading when the scrolling starts is complete.", async () => {
    const image = await captureImage("/endless-list.html?batches=2&empty", {
      full_page: true,
      full_page_scroll: true,
      full_page_scroll_delay: 0,
    });

    expect(image.heightPx).toBe(8 * 500 + 10);
  });

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

async function scrolledOf(html: string) {
  const scrolling = { full_page_scroll: true, full_page_scroll_delay: 0 };
  const answer = await capture(pageOf(html), { ...scrolling, response_type: "json" });
  return (await answer.json<CaptureAnswer>()).data.metadata.scrolled;
}

describe("full_page_scroll_delay", () => {
  it("full_page_scroll leaves time for the screenshot, with any delay.", async () => {
    const image = await captureImage("/bands.html", {
      full_page_scroll: true,
      full_page_scroll_delay: 5_000,
      timeout: 8_000,
    });

    expect(image.heightPx).toBe(1024);
  });

  it("metadata.scrolled reports that the timeout ended the scrolling early.", async () => {
    const scrolling = { full_page_scroll: true, response_type: "json", timeout: 8_000 } as const;
    const scrolledAt = async (full_page_scroll_delay: number) => {
      const answer = await capture("/bands.html", { ...scrolling, full_page_scroll_delay });
      return answer.json();
    };

    expect(await scrolledAt(2_000)).toMatchObject({ data: { metadata: { scrolled: "partly" } } });
    expect(await scrolledAt(0)).toMatchObject({ data: { metadata: { scrolled: "fully" } } });
  });

  it("metadata.scrolled reports that a request of the scrolling has not finished.", async () => {
    const answer = await capture("/endless-list.html?request=20000", {
      full_page_scroll: true,
      full_page_scroll_delay: 0,
      response_type: "json",
      timeout: 8_000,
    });

    expect(await answer.json()).toMatchObject({ data: { metadata: { scrolled: "partly" } } });
  });

  it.each([
    {
      page: "a library moves the content",
      html: `<html class="has-scroll-smooth"><p style="height:2000px">1`,
    },
    {
      page: "an element of the window's size hides the other slides",
      html: `<style>html, body { height: 100%; margin: 0; overflow: hidden } p { height: 100vh }</style><p>1<p>2`,
    },
    {
      page: "a fixed element is taller than the window",
      html: `<style>div { position: fixed; inset: 0 0 auto } p { height: 100vh }</style><div><p>1<p>2</div>`,
    },
    {
      page: "a slider of the window's size fades its slides",
      html: `<style>p { position: fixed; inset: 0; margin: 0; opacity: 0 } :first-child { opacity: 1 }</style>
        <div><p class="swiper-slide">1<p class="swiper-slide">2</div>`,
    },
    {
      page: "a slider moves to its second slide during the scroll",
      html: `<style>html, body { height: 100%; margin: 0; overflow: hidden } div { height: 100vh }</style>
        <div class="swiper-vertical" style="overflow:hidden"><div><div>1</div><div>2</div></div></div>
        <script>const slider = document.querySelector("div")
          slider.addEventListener("scroll", () => { slider.firstChild.style.transform = "translateY(-100vh)" })</script>`,
    },
  ])(
    "metadata.scrolled reports that only a script can show the whole page ($page).",
    async ({ html }) => {
      expect(await scrolledOf(html)).toBe("partly");
    },
  );

  it("metadata.scrolled ignores the other slides of a slider that is a part of the page.", async () => {
    const html = `<style>body { margin: 0 } div { position: relative; height: 50vh } b { position: absolute; inset: 0; opacity: 0 }
      b:first-child { opacity: 1 }</style><div><b class="swiper-slide">1</b><b class="swiper-slide">2</b></div>Text`;

    expect(await scrolledOf(html)).toBe("fully");
  });

  it("metadata.scrolled ignores closed menus and hidden texts below the window.", async () => {
    const html = `<style>body { height: 100vh; overflow: hidden; margin: 0 } p { position: absolute; top: 110%; opacity: 0 }
      nav { position: fixed; top: 100%; height: 50vh; width: 100% }</style><nav>Menu</nav><p>Hidden`;

    expect(await scrolledOf(html)).toBe("fully");
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
