// Images in the window that load after the load event.
import { expect, inject, it } from "vitest";
import { captureImage } from "../support/capture.ts";
import { pageOf } from "../support/pages.ts";
import { expectColour, GREEN, hasColour, RED, WHITE } from "../support/image.ts";

it("A screenshot contains the images in the window that are still loading after the load event.", async () => {
  const image = await captureImage("/late-images.html");

  for (const x of [100, 300, 500, 700, 900]) expectColour(image, [x, 100], GREEN);
  for (const x of [100, 300, 500, 700]) expectColour(image, [x, 500], GREEN);
});

it("A screenshot contains late images in shadow trees and in frames.", async () => {
  const late = (name: string) =>
    `<img width='200' height='200' src='/colour.png?colour=008000&delay=300&${name}'><br>` +
    `<img width='200' height='200' class='lazyload' data-src='/colour.png?colour=008000&${name}'>`;
  const html = `<body style="margin:0;display:flex"><div id="host"></div>
    <iframe style="border:0" width="200" height="420" srcdoc="<body style='margin:0'>"></iframe>
    <script>addEventListener("load", () => {
      const shadow = host.attachShadow({ mode: "open" });
      const { body } = document.querySelector("iframe").contentDocument;
      shadow.innerHTML = "${late("shadow")}";
      body.innerHTML = "${late("frame")}";
      setTimeout(() => {
        for (const tree of [shadow, body]) {
          const image = tree.querySelector(".lazyload");
          image.src = image.dataset.src;
          image.classList.remove("lazyload");
        }
      }, 150);
    })</script>`;
  const image = await captureImage(pageOf(html));

  for (const x of [100, 300]) for (const y of [100, 300]) expectColour(image, [x, y], GREEN);
});

it("A screenshot contains backgrounds that a script sets after the load event.", async () => {
  const html = `<body style="margin:0"><div style="height:200px" data-bg="/colour.png?colour=008000&background"></div>
    <script>addEventListener("load", () => setTimeout(() => {
      const box = document.querySelector("[data-bg]");
      box.style.backgroundImage = "url(" + box.dataset.bg + ")";
    }, 150))</script>`;

  expectColour(await captureImage(pageOf(html)), [100, 100], GREEN);
});

it("A screenshot contains late images in a frame of another origin.", async () => {
  const { origin, otherOrigin } = inject("site");
  const late = `<body style="margin:0"><img loading=lazy width=200 height=200 src="/colour.png?colour=008000&delay=100">`;
  const html = `<body style="margin:0"><iframe style="border:0" width=200 height=200 src="${pageOf(late, otherOrigin)}"></iframe>`;

  expectColour(await captureImage(pageOf(html, origin)), [100, 100], GREEN);
});

it("A screenshot does not show the caret of a focused field.", async () => {
  expect(hasColour(await captureImage("/late-images.html?after=0"), RED)).toBe(false);
});

it("A screenshot does not show the caret of an editor, also in a frame.", async () => {
  const editor = `<body contenteditable style="font-size:80px;outline:0"><p style="caret-color:red;caret-shape:block">a</p>`;
  const inFrame = `<iframe srcdoc='${editor}'></iframe>`;
  for (const html of [editor, inFrame]) {
    const focus = `<script>addEventListener("load", () => {
      (document.querySelector("iframe")?.contentDocument ?? document).querySelector("body").focus() })</script>`;
    expect(hasColour(await captureImage(pageOf(html + focus)), RED)).toBe(false);
  }
});

it.each([
  ["a rectangle", { clip: { x: 0, y: 5000, width: 200, height: 200 } }, 100],
  ["a tall element", { selector: "main" }, 7700],
])("A screenshot of %s far below the window contains its lazy images.", async (_, options, y) => {
  const html = `<body style="margin:0"><main style="position:relative;height:7800px">
    ${[5000, 7600].map((top) => `<img loading="lazy" width="200" height="200" style="position:absolute;top:${top}px" src="/colour.png?colour=008000&delay=100&${top}">`).join("")}`;

  expectColour(await captureImage(pageOf(html), options), [100, y], GREEN);
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
