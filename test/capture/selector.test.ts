// selector, selector_scroll_into_view, error_on_selector_not_found: one element instead of the page.
import { expect, it } from "vitest";
import { isValidSelector } from "../../src/lib/css-selector/valid-selector.ts";
import { capture, captureHtml, captureImage } from "../support/capture.ts";
import { expectError } from "../support/expectations.ts";
import { pageOf } from "../support/pages.ts";
import {
  following,
  invalidSelectors,
  pseudoElements,
  validSelectors,
} from "../support/selectors.ts";
import { BLUE, expectColour, GREEN, RED, WHITE } from "../support/image.ts";

it("A capture with selector shows exactly the matching element.", async () => {
  const image = await captureImage("/elements.html", { selector: "#near" });

  expect(image).toMatchObject({ widthPx: 200, heightPx: 120 });
  expectColour(image, [0, 0], RED);
  expectColour(image, [199, 119], RED);
  expectColour(image, [49, 29], RED);
  expectColour(image, [51, 31], GREEN);
  expectColour(image, [148, 88], GREEN);
  expectColour(image, [151, 91], RED);
});

it.each(["jpeg", "webp"] as const)("A capture with selector supports %s.", async (format) => {
  const image = await captureImage("/elements.html", { selector: "#near", format });

  expect(image).toMatchObject({ widthPx: 200, heightPx: 120 });
  expectColour(image, [10, 10], RED);
  expectColour(image, [100, 60], GREEN);
});

it("The image of an element has device pixels.", async () => {
  const options = { selector: "#near", device_scale_factor: 2 };
  const image = await captureImage("/elements.html", options);

  expect(image).toMatchObject({ widthPx: 400, heightPx: 240 });
  expectColour(image, [95, 120], RED);
  expectColour(image, [105, 120], GREEN);
});

it("selector_scroll_into_view scrolls the element into view before the capture.", async () => {
  const image = await captureImage("/elements.html", { selector: "#far" });

  expect(image).toMatchObject({ widthPx: 300, heightPx: 100 });
  expectColour(image, [0, 0], BLUE);
  expectColour(image, [299, 99], BLUE);
});

it("Without selector_scroll_into_view, the element is captured without scrolling the page.", async () => {
  const options = { selector: "#far", selector_scroll_into_view: false };
  const image = await captureImage("/elements.html", options);

  expect(image).toMatchObject({ widthPx: 300, heightPx: 100 });
  expectColour(image, [0, 0], RED);
  expectColour(image, [299, 99], RED);
});

it("A capture shows the page if the selector matches no element.", async () => {
  const image = await captureImage("/elements.html", { selector: "#none" });

  expect(image).toMatchObject({ widthPx: 1280, heightPx: 1024 });
  expectColour(image, [105, 55], RED);
});

it("A capture shows the visible part of an element that extends beyond the page.", async () => {
  const html = `<div id=t style="position:absolute;left:-100px;top:-50px;width:300px;height:200px;background:red">`;
  const image = await captureImage(pageOf(html), { selector: "#t" });

  expect(image).toMatchObject({ widthPx: 200, heightPx: 150 });
  expectColour(image, [199, 149], RED);
});

it("error_on_selector_not_found rejects an element outside the page.", async () => {
  const html = `<p id=t style="position:absolute;left:-9999px">read aloud`;
  const options = { selector: "#t", error_on_selector_not_found: true };

  await expectError(await capture(pageOf(html), options), 422, "selector_not_found");
});

it("error_on_selector_not_found rejects a selector without a match.", async () => {
  const options = { selector: "#none", error_on_selector_not_found: true };

  await expectError(await capture("/elements.html", options), 422, "selector_not_found");
});

it("error_on_selector_not_found captures a matching element.", async () => {
  const options = { selector: "#near", error_on_selector_not_found: true };

  expect(await captureImage("/elements.html", options)).toMatchObject({ widthPx: 200 });
});

it("An invalid selector is rejected, and the error names the option.", async () => {
  const answer = await capture("/elements.html", { selector: "##" });

  await expectError(answer, 422, "invalid_options", {
    "options.selector": "is not a valid CSS selector",
  });
});

it("An element in a mobile viewport that shrinks the page has its CSS size times the scale factor.", async () => {
  const html = `<body style="margin:0"><div id=t style="width:300px;height:300px;background:red">`;
  const mobile = { viewport_mobile: true, viewport_width: 320, viewport_height: 600 };
  const image = await captureImage(pageOf(html), { ...mobile, selector: "#t" });
  const large = await captureImage(pageOf(html), {
    ...mobile,
    selector: "#t",
    device_scale_factor: 2,
  });

  expect(image).toMatchObject({ widthPx: 300, heightPx: 300 });
  expectColour(image, [299, 299], RED);
  expect(large).toMatchObject({ widthPx: 600, heightPx: 600 });
  expectColour(large, [599, 599], RED);
});

it("An element has the same size in a full page that fits a mobile viewport.", async () => {
  const html = `<meta name=viewport content="width=device-width"><body style="margin:0">
    <div id=t style="width:300px;height:300px;background:red">`;
  const mobile = { viewport_mobile: true, viewport_width: 320, device_scale_factor: 2 };
  const element = await captureImage(pageOf(html), { ...mobile, selector: "#t" });
  const page = await captureImage(pageOf(html), { ...mobile, full_page: true });

  expect(element).toMatchObject({ widthPx: 600, heightPx: 600 });
  expect(page.widthPx).toBe(640);
  expectColour(page, [599, 599], RED);
  expectColour(page, [601, 599], WHITE);
});

it("The page receives no resize event when the window shows the whole element.", async () => {
  const html = `<div id=t style="width:300px;height:200px;background:green"></div>
    <script>addEventListener("resize", () => { t.style.background = "red" })</script>`;
  const image = await captureImage(pageOf(html), { selector: "#t" });

  expectColour(image, [150, 100], GREEN);
});

it("error_on_selector_not_found reports why the element is not captured.", async () => {
  const reasonOf = async (html: string) => {
    const options = { selector: "#t", error_on_selector_not_found: true };
    const { details } = await expectError(
      await capture(pageOf(html), options),
      422,
      "selector_not_found",
    );
    return details;
  };

  expect(await reasonOf("")).toEqual({ reason: "no_match" });
  expect(await reasonOf("<div id=t></div>")).toEqual({ reason: "no_size" });
  expect(await reasonOf(`<p id=t style="position:absolute;left:-9999px">x`)).toEqual({
    reason: "outside_page",
  });
});

it("The validation accepts exactly the selectors that the browser accepts.", async () => {
  const selectors = [
    ...validSelectors,
    ...invalidSelectors,
    // Selectors after a pseudo-element, valid or invalid.
    ...pseudoElements.flatMap((element) => following.map((part) => `${element}${part}`)),
  ];
  const verdicts = selectors.map((selector) => [selector, isValidSelector(selector)]);
  const json = JSON.stringify(verdicts).replaceAll("<", "\\u003c");
  const html = `<!doctype html><title>unchecked</title><script>
    const accepts = (selector) => {
      try { document.querySelector(selector); return true; } catch { return false; }
    };
    const wrong = ${json}.filter(([selector, isValid]) => accepts(selector) !== isValid);
    document.title = JSON.stringify(wrong.slice(0, 20));
  </script>`;
  const answer = await captureHtml(html, { response_type: "json" });
  const { data }: { data: { metadata: { page: { title: string } } } } = await answer.json();
  expect(JSON.parse(data.metadata.page.title)).toEqual([]);
});

it("A closed menu below the window is not over an element or a clip, and can be captured itself.", async () => {
  const html = `<style>body { margin: 0 } main { height: 3000px; background: green }
    nav { position: fixed; inset: 100% 0 auto; height: 400px; background: red }</style>
    <main></main><nav><b style="display:block;height:100px"></b></nav>`;
  const size = { viewport_width: 800, viewport_height: 600 };
  const images = await Promise.all([
    captureImage(pageOf(html), { ...size, selector: "main" }),
    captureImage(pageOf(html), { ...size, clip: { x: 0, y: 0, width: 800, height: 3000 } }),
  ]);

  for (const image of images) for (const y of [700, 2900]) expectColour(image, [400, y], GREEN);
  expectColour(await captureImage(pageOf(html), { ...size, selector: "b" }), [50, 50], RED);
});
