// The block_* options on pages that resist blocking. The capture succeeds, and its record reports the removed elements.
import { describe, expect, it } from "vitest";
import type { CaptureOptionsInput } from "../../src/contract/capture-options.ts";
import { seedAccount } from "../support/accounts.ts";
import { createApi } from "../support/api.ts";
import { captureHtml, fileOf } from "../support/capture.ts";
import { decodeImage, expectColour, GREEN, hasColour, RED } from "../support/image.ts";

const EVERYTHING = { block_ads: true, block_cookie_banners: true, block_chats: true };
const BANNER =
  '<div id="onetrust-consent-sdk">We use cookies. <button>Accept all cookies</button></div>';
const UNKNOWN =
  '<div class="ours" style="position: fixed; inset: 0; background: red">We use cookies. <button>Accept all cookies</button></div>';
const STYLE = `<style>body { margin: 0; background: rgb(0, 128, 0) }
  #onetrust-consent-sdk { position: fixed; inset: 0; background: rgb(255, 0, 0) }</style>`;

const FIXED = "position: fixed; bottom: 0; left: 0; right: 0; height: 200px; background: red";
const STATIC = "height: 200px; background: red";

it.each([
  ["a fixed bar", FIXED, "<button>Accept all</button> <button>Reject all</button>"],
  ["a static bar with one button", STATIC, "<button>Accept all</button>"],
])(
  "An application that covers the window stays, and %s in it is removed.",
  async (_, style, buttons) => {
    const banner = `<div style="${style}">We use cookies to improve your experience and to analyse our traffic. ${buttons}</div>`;
    const html = `${STYLE}<a href="#app">Skip to the content of this page</a><div id="app" style="position: fixed; inset: 0; background: rgb(0, 128, 0)">
    <p>${"A task of the project that this application shows. ".repeat(20)}</p>${banner}</div>`;
    const options = { viewport_width: 400, viewport_height: 600, block_cookie_banners: true };

    const image = await decodeImage(await fileOf(await captureHtml(html, options)));

    expect(hasColour(image, RED)).toBe(false);
    // The text of the application is visible.
    const lines = Array.from({ length: 300 }, (_, y) => image.pixelAt(1, y)[1]);
    expect(lines.some((green) => green < 100)).toBe(true);
  },
);

it("A tab for the cookie settings is removed from a page that shows nothing else.", async () => {
  const html = `${STYLE}<button style="position: fixed; left: 8px; bottom: 8px; background: red">Cookie settings</button>`;
  const options = { viewport_width: 400, viewport_height: 300, block_cookie_banners: true };

  const image = await decodeImage(await fileOf(await captureHtml(html, options)));

  expect(hasColour(image, RED)).toBe(false);
});

describe("block_cookie_banners removes a banner although its page", () => {
  it.each([
    [
      "inserts the banner again whenever it is removed",
      `new MutationObserver(show).observe(document, { childList: true, subtree: true });
      setInterval(() => { document.querySelector("#onetrust-consent-sdk")?.remove(); show(); }, 5);`,
    ],
    [
      "inserts a banner again that no list contains",
      `setInterval(() => { for (const part of document.querySelectorAll("#onetrust-consent-sdk, .ours")) part.remove();
      document.body.insertAdjacentHTML("beforeend", ${JSON.stringify(UNKNOWN)}); }, 5);`,
    ],
    [
      "inserts the banner with other names, ten thousand times a second",
      `const again = () => { for (const part of document.querySelectorAll("#onetrust-consent-sdk, [data-ours]")) part.remove();
        const part = document.createElement("div"); part.className = "x" + Math.random(); part.dataset.ours = "";
        part.style.cssText = "position: fixed; inset: 0; background: red"; part.innerHTML = "We use cookies. <button>Accept all cookies</button>";
        document.body.append(part); };
      setInterval(() => { for (let i = 0; i < 40; i++) again(); }, 4);`,
    ],
    [
      "shows the banner again every millisecond",
      `setInterval(() => { document.querySelector("#onetrust-consent-sdk").style.setProperty("display", "block", "important"); document.adoptedStyleSheets = []; }, 1);`,
    ],
    [
      "removes all inline styles from the banner",
      `setInterval(() => document.querySelector("#onetrust-consent-sdk").removeAttribute("style"), 1);`,
    ],
    [
      "has replaced the functions that set styles",
      `CSSStyleDeclaration.prototype.setProperty = () => {};
      Object.freeze(CSSStyleDeclaration.prototype); Element.prototype.matches = () => { throw 1 };
      Document.prototype.querySelectorAll = () => { throw 1 }; JSON.stringify = () => { throw 1 };`,
    ],
    [
      "removes all adopted style sheets",
      `setInterval(() => { document.adoptedStyleSheets = []; }, 1);`,
    ],
    [
      "inserts ten thousand elements a second",
      `setInterval(() => { for (let i = 0; i < 100; i++)
      document.body.append(Object.assign(document.createElement("i"), { className: "x" + Math.random() }));
      if (document.body.childElementCount > 3000) for (const i of [...document.querySelectorAll("i")]) i.remove(); }, 10);`,
    ],
  ])("The screenshot shows no banner although the page %s.", async (_, script) => {
    const html = `<!doctype html>${STYLE}<body><p>Text of the page, which is not about it.</p><script>
      const show = () => { if (!document.querySelector("#onetrust-consent-sdk")) document.body.insertAdjacentHTML("beforeend", ${JSON.stringify(BANNER)}); };
      show(); ${script}</script>`;

    expectColour(await capturePixels(html), [640, 500], GREEN);
  });
});

describe("a banner that appears late", () => {
  const late = `<!doctype html>${STYLE}<body><p>Text of the page, which is there from the first moment.</p><script>
    setTimeout(() => document.body.insertAdjacentHTML("beforeend", ${JSON.stringify(UNKNOWN)}), 1900);</script>`;

  it("The sweep removes a banner that appears before the end of the delay.", async () => {
    const file = await fileOf(await captureHtml(late, { ...EVERYTHING, delay: 2_300 }));
    expectColour(await decodeImage(file), [640, 500], GREEN);
  });

  it("The late banner is visible without the options.", async () => {
    const file = await fileOf(await captureHtml(late, { delay: 2_300 }));
    expectColour(await decodeImage(file), [640, 500], RED);
  });
});

describe("a page that blocking cannot sweep completely", () => {
  it.each([
    [
      "a page with its banner in a closed shadow root",
      `<div id="host"></div><script>
      document.querySelector("#host").attachShadow({ mode: "closed" }).innerHTML = ${JSON.stringify(BANNER)};</script>`,
    ],
    ["a page with twenty thousand elements", "<p class=a id=b>x</p>".repeat(20_000)],
    [
      "a page whose reject button throws an error",
      `<div style="position:fixed;bottom:0">We use cookies on this website.
      <button onclick="throw 1">Reject all</button> <button>Accept all</button></div>`,
    ],
    [
      "a page whose reject button reloads the page",
      `<div style="position:fixed;bottom:0">We use cookies on this website.
      <button onclick="location.reload()">Reject all</button> <button>Accept all</button></div>`,
    ],
    [
      "a page with a frame whose script blocks for four seconds",
      `<iframe srcdoc="<script>const end = Date.now() + 4000; while (Date.now() < end);</script>"></iframe>`,
    ],
  ])("The capture of %s succeeds.", async (_, body) => {
    const html = `<!doctype html><style>body { margin: 0; background: rgb(0, 128, 0) }</style><body>${body}`;

    const response = await captureHtml(html, { ...EVERYTHING, timeout: 20_000 });
    expect(response.status).toBe(200);
  });
});

describe("metadata.blocked", () => {
  it("The record has no `blocked` field without a block option.", async () => {
    expect(await blockedIn("<p>Nothing", {})).toBeUndefined();
  });

  it("The counts are zero if the page contains nothing to block.", async () => {
    expect(await blockedIn("<p>Nothing", { block_ads: true, block_chats: true })).toEqual({
      ads: { requests: 0, elements: 0 },
      chats: { requests: 0, elements: 0 },
    });
  });

  it("The record reports the number of removed elements for each option.", async () => {
    const html = `${STYLE}${BANNER}<div class="crisp-client">Chat</div>`;

    expect(await blockedIn(html, EVERYTHING)).toEqual({
      ads: { requests: 0, elements: 0 },
      cookie_banners: { requests: 0, elements: 1, rejected: false },
      chats: { requests: 0, elements: 1 },
    });
  });

  it("The record reports `rejected: true` after the sweep has pressed a reject button.", async () => {
    const html = `<div style="position:fixed;bottom:0">We use cookies on this website.
      <button onclick="this.parentNode.remove()">Reject all</button> <button>Accept all</button></div>`;

    expect(await blockedIn(html, { block_cookie_banners: true })).toEqual({
      cookie_banners: { requests: 0, elements: 1, rejected: true },
    });
  });

  it.each([
    [
      "is rejected by its platform, which removes it",
      `<div id="klaro" class="klaro"><div class="cookie-notice" style="position:fixed;bottom:0">We use cookies.
        <button class="cn-decline">I decline</button> <button class="cm-btn-success">Accept all</button></div></div>
      <script>klaro = { show() {}, getManager: () => ({ config: { services: [] }, changeAll() {},
        saveAndApplyConsents() { document.querySelector("#klaro").remove(); } }) };</script>`,
      { requests: 0, elements: 1, rejected: true, platform: "Klaro" },
    ],
    [
      "its platform only hides",
      `<div class="wpcc-container" style="position:fixed;bottom:0"><p class="wpcc-message">We use cookies.</p>
        <button>Got it!</button></div>`,
      { requests: 0, elements: 1, rejected: false, platform: "wpcc" },
    ],
    [
      "matches a rule for classes that several libraries use",
      `<div class="cc-window cc-type-opt-in" aria-describedby="cookieconsent:desc" style="position:fixed;bottom:0">
        <span id="cookieconsent:desc">We use cookies.</span>
        <a role="button" tabindex="0" class="cc-btn cc-deny" onclick="this.parentNode.remove()">Decline</a>
        <a role="button" tabindex="0" class="cc-btn cc-allow">Allow</a></div>`,
      { requests: 0, elements: 1, rejected: true },
    ],
    [
      "matches the rule of another site",
      `<div id="cookie-banner" class="visible" style="position:fixed;bottom:0"><div class="cookie-banner__container">We use cookies.
        <button class="cookie-banner__accept">Accept all</button>
        <button class="cookie-banner__reject" onclick="this.closest('#cookie-banner').remove()">Reject all</button></div></div>`,
      { requests: 0, elements: 1, rejected: true },
    ],
  ])(
    "The record reports the correct platform and result for a banner that %s.",
    async (_case, html, expected) => {
      expect(await blockedIn(html, { block_cookie_banners: true })).toEqual({
        cookie_banners: expected,
      });
    },
  );

  it("A page counts its banner and its chat although fields replace every property of forms.", async () => {
    const text = "The ferry leaves at seven. ".repeat(200);
    const html = `<p>${text}</p><form style="position:fixed;left:0;right:0;bottom:0">We use cookies on this website.
      <button type="button">Reject all</button> <button type="button">Accept all</button></form>
      <form style="position:fixed;right:20px;bottom:120px;padding:20px"><button type="button">Chat</button></form>
      <script>for (const form of [...document.forms]) for (const name in HTMLFormElement.prototype)
        Node.prototype.appendChild.call(form, Object.assign(document.createElement("input"), { type: "hidden", name }));
      const { body } = document, create = document.createElement.bind(document);
      for (const name in Document.prototype) body.appendChild(Object.assign(create("img"), { name }));</script>`;

    expect(await blockedIn(html, { block_cookie_banners: true, block_chats: true })).toEqual({
      cookie_banners: { requests: 0, elements: 1, rejected: true },
      chats: { requests: 0, elements: 1 },
    });
  });

  it("A banner that the page inserts many times counts once.", async () => {
    const html = `<p>Text of the page, which is not about it.</p><script>
      const show = () => { document.querySelector("div")?.remove();
        document.body.insertAdjacentHTML("beforeend", '<div style="position:fixed;bottom:0">We use cookies. <button>Accept all</button></div>'); };
      show(); setInterval(show, 20);</script>`;

    expect(await blockedIn(html, { block_cookie_banners: true })).toEqual({
      cookie_banners: { requests: 0, elements: 1, rejected: false },
    });
  });

  it("An element that the page shows again immediately does not count.", async () => {
    const html = `<div class="crisp-client">Chat</div><script>
      const chat = document.querySelector("div");
      new MutationObserver(() => { if (chat.style.display !== "block") chat.style.setProperty("display", "block", "important"); })
        .observe(chat, { attributes: true });
      setInterval(() => { document.adoptedStyleSheets = []; }, 0);</script>`;

    expect(await blockedIn(html, { block_chats: true })).toEqual({
      chats: { requests: 0, elements: 0 },
    });
  });
});

async function capturePixels(html: string) {
  return decodeImage(await fileOf(await captureHtml(html, { ...EVERYTHING, timeout: 20_000 })));
}

async function blockedIn(body: string, options: CaptureOptionsInput): Promise<unknown> {
  const { key } = await seedAccount();
  const api = createApi();
  const html = `<!doctype html><body>${body}`;
  const response = await api.post(
    "/v1/capture",
    { html, options: { ...options, response_type: "json" } },
    { key },
  );
  const { data } = await response.json<{ data: { metadata: { blocked?: unknown } } }>();
  await api.settled();
  return data.metadata.blocked;
}
