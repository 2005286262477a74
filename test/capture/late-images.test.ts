// Images in the window that load after the load event.
import { expect, it } from "vitest";
import { captureImage } from "../support/capture.ts";
import { pageOf } from "../support/pages.ts";
import { expectColour, GREEN, hasColour, RED, WHITE } from "../support/image.ts";

it("A screenshot contains the images in the window that are still loading after the load event.", async () => {
  const image = await captureImage("/late-images.html");

  for (const x of [100, 300, 500, 700, 900]) expectColour(image, [x, 100], GREEN);
});

it("A screenshot contains late images in shadow trees and in frames.", async () => {
  const late = (name: string) =>
    `<img src='/colour.png?colour=008000&width=200&height=200&delay=300&${name}'>`;
  const html = `<body style="margin:0;display:flex"><div id="host"></div>
    <iframe style="border:0;width:200px;height:200px" srcdoc="<body style='margin:0'>"></iframe>
    <script>addEventListener("load", () => {
      host.attachShadow({ mode: "open" }).innerHTML = "${late("shadow")}";
      document.querySelector("iframe").contentDocument.body.innerHTML = "${late("frame")}";
    })</script>`;
  const image = await captureImage(pageOf(html));

  for (const x of [100, 300]) expectColour(image, [x, 100], GREEN);
});

it("A screenshot does not show the caret of a focused field.", async () => {
  expect(hasColour(await captureImage("/late-images.html?after=0"), RED)).toBe(false);
});

it("A screenshot of an element contains images that load when the element is scrolled into view.", async () => {
  expectColour(await captureImage("/late-images.html", { selector: "#far" }), [100, 100], GREEN);
});

it("A full-page screenshot contains the images near the window.", async () => {
  const options = { full_page: true, viewport_height: 200 };
  const below = `<body style="margin:0"><div style="height:700px"></div><img loading="lazy" width="200" height="200" src="/colour.png?colour=008000&delay=300">`;
  const image = await captureImage(pageOf(below), options);

  expectColour(image, [100, 750], GREEN);
});

it("An image that never arrives delays the screenshot only briefly.", async () => {
  const image = await captureImage("/late-images.html?after=20000", { timeout: 8000 });

  expectColour(image, [100, 100], WHITE);
});
