// The sweep program of src/capture/in-page/sweep on pages that a capture would need minutes for.
import { expect, it } from "vitest";
import { chatPage } from "./support/chat-page.ts";
import { chatWidgets } from "./support/chat-widgets.ts";
import { barPages, contentPages } from "./support/flow-pages.ts";
import { otherDialogs, privacyBanners } from "./support/privacy-pages.ts";
import { mixedGroups, otherElements } from "./support/corner-elements.ts";
import { useSweep } from "./support/sweep.ts";

const open = useSweep();

const BANNER = `<p>We use cookies to improve this website.</p>
  <button type="button">Reject all</button> <button type="button">Accept all</button>`;

/** Every form has fields with the names of all properties of forms, and every property of the document is an image. */
const REPLACE = `
  const { createElement } = document, { appendChild } = Node.prototype;
  const add = (parent, tag, properties) => appendChild.call(parent, Object.assign(createElement.call(document, tag), properties));
  const { body } = document;
  for (const form of [...document.forms]) for (const name in HTMLFormElement.prototype) add(form, "input", { type: "hidden", name });
  for (const name in Document.prototype) add(body, "img", { name });`;

it("A page whose fields and images replace every property of forms and of the document is swept.", async () => {
  const { page, sweep } = await open(`<!doctype html><body><div><h1>Harbour</h1>
    <form><div><form></form></div><div id="wrapper"><p>${"The ferry leaves at seven. ".repeat(300)}</p></div></form></div>
    <script>
      const nest = (html) => { const form = document.createElement("form"); form.innerHTML = html; return document.querySelector("#wrapper").appendChild(form); };
      nest(${JSON.stringify(BANNER)}).style.cssText = "position:fixed;left:0;right:0;bottom:0;height:150px;background:silver";
      nest('<button type="button" aria-label="Open chat">?</button>').style.cssText = "position:fixed;right:20px;top:500px;width:64px;height:64px;background:teal";
      nest('<b class="offer">Buy now</b>');
      ${REPLACE}</script>`);
  const rule = (selector: string) => ({
    category: "ads" as const,
    hide: [],
    procedural: [selector],
    restyle: [],
  });
  const rules = ["b:upward(.missing)", "form:has-text(Buy) > b"].map(rule);

  const { result, removed } = await sweep({
    categories: ["ads", "cookie_banners", "chats"],
    rules,
    unlock: true,
    watch: true,
  });

  expect(result.hasPressedReject).toBe(true);
  expect(removed).toEqual({ ads: 1, cookie_banners: 1, chats: 1 });
  expect(await page.locator("h1").isVisible()).toBe(true);
});

it.each([
  ["removes every widget", chatWidgets],
  ["removes no other element", otherElements],
  ["removes the launcher of a group and keeps its neighbours", mixedGroups],
])("The chat search %s.", async (_name, cases) => {
  const wrong: string[] = [];
  for (const chatCase of cases) {
    const { page, sweep } = await open(chatPage(chatCase), chatCase.viewport);
    const { removed } = await sweep({ categories: ["chats"] });
    const count = async (selector: string, visible: boolean) =>
      page.locator(selector).filter({ visible }).count();
    const [shown, hidden] = [await count("[data-chat]", true), await count("[data-keep]", false)];
    const isCounted = (removed.chats ?? 0) > 0 === chatCase.html.includes("data-chat");
    if (shown + hidden > 0 || !isCounted) wrong.push(chatCase.name);
    await page.close();
  }
  expect(wrong).toEqual([]);
});

it.each([
  ["keeps content that reads like a banner", contentPages],
  ["removes banners in the normal flow, and keeps the rest of the page", barPages],
  ["removes banners that name no cookies, and popovers", privacyBanners],
  ["keeps dialogs about sales, subscriptions and technologies", otherDialogs],
])("The banner search %s.", async (_name, pages) => {
  const wrong: string[] = [];
  for (const { name, html } of pages) {
    const { page, sweep } = await open(
      `<!doctype html><html lang="en"><title>Nordwind</title><body>${html}`,
    );
    const elements = page.locator("header, h1, h2, p, iframe, footer, button");
    const before = await elements.filter({ visible: true }).count();
    const inBanner = await page.locator("[data-banner] :is(h2, p, button)").count();
    const { result } = await sweep({ categories: ["cookie_banners"], pressReject: true });
    await page.evaluate("globalThis.edgeshotSweep.hideBannerFrames(['about:srcdoc'])");
    const after = await elements.filter({ visible: true }).count();
    if (after !== before - inBanner || (inBanner === 0 && result.hasPressedReject))
      wrong.push(name);
    await page.close();
  }
  expect(wrong).toEqual([]);
});

it("A sweep waits for the platform of a named dialog in a language without patterns, and does not hide it.", async () => {
  const { page, sweep } =
    await open(`<!doctype html><body><p>${"The ferry leaves at seven. ".repeat(20)}</p>
    <div class="cookie-modal" style="position:fixed;top:200px;left:300px;width:400px;background:silver">
      <h2>Information som vi samlar</h2><button>Avböj</button> <button>Acceptera markerat</button></div>
    <div class="cookie-settings" style="position:fixed;bottom:0;left:0;background:silver"><button>C</button></div>`);

  const { result } = await sweep({ categories: ["cookie_banners"], leaveBanners: true });

  expect(result.hasOpenBanner).toBe(true);
  expect(await page.locator(".cookie-modal").isVisible()).toBe(true);
});

it("A sweep does not wait for a small tab, a dialog without answers and an empty element.", async () => {
  const { sweep } =
    await open(`<!doctype html><body><p>${"The ferry leaves at seven. ".repeat(20)}</p>
    <div class="cookie-button" style="position:fixed;bottom:0;left:0;width:60px;height:60px"><button>a</button><button>b</button></div>
    <div class="cookie-modal" style="position:fixed;top:0;left:300px;width:400px;height:200px"></div>
    <section class="cookie-modal"><h2>Recipes</h2><button>Bake</button> <button>Eat</button></section>`);

  const { result } = await sweep({ categories: ["cookie_banners"], leaveBanners: true });

  expect(result.hasOpenBanner).toBe(false);
});

it("A banner in a closed shadow tree counts, and an empty element with the same name does not.", async () => {
  const { page, sweep } =
    await open(`<!doctype html><body><p>${"The ferry leaves at seven. ".repeat(20)}</p>
    <div id="cookie-consent"></div><div class="cookie-banner"></div>
    <script>document.querySelector("#cookie-consent").attachShadow({ mode: "closed" }).innerHTML =
      '<div style="position:fixed;left:0;right:0;bottom:0;height:90px;background:silver">We use cookies. <button>OK</button></div>';</script>`);

  const { removed } = await sweep({ categories: ["cookie_banners"] });

  expect(removed).toEqual({ cookie_banners: 1 });
  expect(
    await page.locator("#cookie-consent").evaluate((host) => getComputedStyle(host).display),
  ).toBe("none");
});
