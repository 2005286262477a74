// block_* against pages that fight back: the picture comes in its time, and the record tells what was removed.
import { describe, expect, it } from "vitest";
import type { CaptureOptionsInput } from "../../src/contract/capture-options.ts";
import { seedAccount } from "../support/accounts.ts";
import { createApi } from "../support/api.ts";
import { captureHtml, fileOf } from "../support/capture.ts";
import { decodePicture, expectColour, GREEN, RED } from "../support/image.ts";

const EVERYTHING = { block_ads: true, block_cookie_banners: true, block_chats: true };
const BANNER =
  '<div id="onetrust-consent-sdk">We use cookies. <button>Accept all cookies</button></div>';
const UNKNOWN =
  '<div class="ours" style="position: fixed; inset: 0; background: red">We use cookies. <button>Accept all cookies</button></div>';
const STYLE = `<style>body { margin: 0; background: rgb(0, 128, 0) }
  #onetrust-consent-sdk { position: fixed; inset: 0; background: rgb(255, 0, 0) }</style>`;

describe("a banner goes though its page", () => {
  it.each([
    [
      "puts it back whenever it is gone",
      `new MutationObserver(show).observe(document, { childList: true, subtree: true });
      setInterval(() => { document.querySelector("#onetrust-consent-sdk")?.remove(); show(); }, 5);`,
    ],
    [
      "puts back a banner that no list knows",
      `setInterval(() => { for (const part of document.querySelectorAll("#onetrust-consent-sdk, .ours")) part.remove();
      document.body.insertAdjacentHTML("beforeend", ${JSON.stringify(UNKNOWN)}); }, 5);`,
    ],
    [
      "puts it back under another name, ten thousand times a second",
      `const again = () => { for (const part of document.querySelectorAll("#onetrust-consent-sdk, [data-ours]")) part.remove();
        const part = document.createElement("div"); part.className = "x" + Math.random(); part.dataset.ours = "";
        part.style.cssText = "position: fixed; inset: 0; background: red"; part.innerHTML = "We use cookies. <button>Accept all cookies</button>";
        document.body.append(part); };
      setInterval(() => { for (let i = 0; i < 40; i++) again(); }, 4);`,
    ],
    [
      "shows it again and again",
      `setInterval(() => { document.querySelector("#onetrust-consent-sdk").style.setProperty("display", "block", "important"); document.adoptedStyleSheets = []; }, 1);`,
    ],
    [
      "takes every style away from it",
      `setInterval(() => document.querySelector("#onetrust-consent-sdk").removeAttribute("style"), 1);`,
    ],
    [
      "has replaced what styles are set with",
      `CSSStyleDeclaration.prototype.setProperty = () => {};
      Object.freeze(CSSStyleDeclaration.prototype); Element.prototype.matches = () => { throw 1 };
      Document.prototype.querySelectorAll = () => { throw 1 }; JSON.stringify = () => { throw 1 };`,
    ],
    [
      "throws its style sheets away",
      `setInterval(() => { document.adoptedStyleSheets = []; }, 1);`,
    ],
    [
      "changes ten thousand times a second",
      `setInterval(() => { for (let i = 0; i < 100; i++)
      document.body.append(Object.assign(document.createElement("i"), { className: "x" + Math.random() }));
      if (document.body.childElementCount > 3000) for (const i of [...document.querySelectorAll("i")]) i.remove(); }, 10);`,
    ],
  ])("%s", async (_, script) => {
    const html = `<!doctype html>${STYLE}<body><p>Text of the page, which is not about it.</p><script>
      const show = () => { if (!document.querySelector("#onetrust-consent-sdk")) document.body.insertAdjacentHTML("beforeend", ${JSON.stringify(BANNER)}); };
      show(); ${script}</script>`;

    expectColour(await picture(html), [640, 500], GREEN);
  });
});

describe("a banner that comes late", () => {
  const late = `<!doctype html>${STYLE}<body><p>Text of the page, which is there from the first moment.</p><script>
    setTimeout(() => document.body.insertAdjacentHTML("beforeend", ${JSON.stringify(UNKNOWN)}), 1900);</script>`;

  it("is gone where the capture waits for longer", async () => {
    const file = await fileOf(await captureHtml(late, { ...EVERYTHING, delay: 2_300 }));
    expectColour(await decodePicture(file), [640, 500], GREEN);
  });

  it("is there where it is not asked away", async () => {
    const file = await fileOf(await captureHtml(late, { delay: 2_300 }));
    expectColour(await decodePicture(file), [640, 500], RED);
  });
});

describe("the picture comes", () => {
  it.each([
    [
      "of a page that holds its banner in a closed shadow root",
      `<div id="host"></div><script>
      document.querySelector("#host").attachShadow({ mode: "closed" }).innerHTML = ${JSON.stringify(BANNER)};</script>`,
    ],
    ["of a page with twenty thousand elements", "<p class=a id=b>x</p>".repeat(20_000)],
    [
      "of a page whose banner throws when it is told no",
      `<div style="position:fixed;bottom:0">We use cookies on this website.
      <button onclick="throw 1">Reject all</button> <button>Accept all</button></div>`,
    ],
    [
      "of a page that reloads when it is told no",
      `<div style="position:fixed;bottom:0">We use cookies on this website.
      <button onclick="location.reload()">Reject all</button> <button>Accept all</button></div>`,
    ],
    [
      "of a frame that never ends what it is doing",
      `<iframe srcdoc="<script>const end = Date.now() + 4000; while (Date.now() < end);</script>"></iframe>`,
    ],
  ])("%s", async (_, body) => {
    const html = `<!doctype html><style>body { margin: 0; background: rgb(0, 128, 0) }</style><body>${body}`;

    const answer = await captureHtml(html, { ...EVERYTHING, timeout: 20_000 });
    expect(answer.status).toBe(200);
  });
});

describe("metadata.blocked", () => {
  it("is not there unless an option was on", async () => {
    expect(await blockedIn("<p>Nothing", {})).toBeUndefined();
  });

  it("counts nothing where nothing was removed", async () => {
    expect(await blockedIn("<p>Nothing", { block_ads: true, block_chats: true })).toEqual({
      ads: { requests: 0, elements: 0 },
      chats: { requests: 0, elements: 0 },
    });
  });

  it("tells what each option removed", async () => {
    const html = `${STYLE}${BANNER}<div class="crisp-client">Chat</div>`;

    expect(await blockedIn(html, EVERYTHING)).toEqual({
      ads: { requests: 0, elements: 0 },
      cookie_banners: { requests: 0, elements: 1, rejected: false },
      chats: { requests: 0, elements: 1 },
    });
  });

  it("tells that a button said no", async () => {
    const html = `<div style="position:fixed;bottom:0">We use cookies on this website.
      <button onclick="this.parentNode.remove()">Reject all</button> <button>Accept all</button></div>`;

    expect(await blockedIn(html, { block_cookie_banners: true })).toEqual({
      cookie_banners: { requests: 0, elements: 1, rejected: true },
    });
  });

  it("counts once what the page has put back many times", async () => {
    const html = `<p>Text of the page, which is not about it.</p><script>
      const show = () => { document.querySelector("div")?.remove();
        document.body.insertAdjacentHTML("beforeend", '<div style="position:fixed;bottom:0">We use cookies. <button>Accept all</button></div>'); };
      show(); setInterval(show, 20);</script>`;

    expect(await blockedIn(html, { block_cookie_banners: true })).toEqual({
      cookie_banners: { requests: 0, elements: 1, rejected: false },
    });
  });

  it("does not count what the page has put back in sight, each time at once", async () => {
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

async function picture(html: string) {
  return decodePicture(await fileOf(await captureHtml(html, { ...EVERYTHING, timeout: 20_000 })));
}

async function blockedIn(body: string, options: CaptureOptionsInput): Promise<unknown> {
  const { key } = await seedAccount();
  const api = createApi();
  const html = `<!doctype html><body>${body}`;
  const answer = await api.post(
    "/v1/capture",
    { html, options: { ...options, response_type: "json" } },
    { key },
  );
  const { data } = await answer.json<{ data: { metadata: { blocked?: unknown } } }>();
  await api.settled();
  return data.metadata.blocked;
}
