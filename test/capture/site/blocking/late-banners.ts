// Small pages whose banner appears after their load, in ways that observers of a document do not see equally well.
import { BANNER_COLOUR } from "./layouts.ts";

const STYLE = `background:${BANNER_COLOUR};color:white`;
const PLACE = "position:fixed;inset:auto 0 0;width:100%;height:120px;border:0;margin:0";
const NOTICE = "We use cookies to improve your visit.";
const BUTTON = "<button>Accept all cookies</button>";
const BANNER = `<div class="note" style="${PLACE};${STYLE}">${NOTICE} ${BUTTON}</div>`;
/** Backdrops are translucent or have a filter. This one has a filter, so that its colour is that of banners. */
const BACKDROP = `<div style="position:fixed;inset:0;backdrop-filter:blur(2px);${STYLE}"></div>`;
const FRAME = `<body style="margin:0;${STYLE}">${NOTICE} ${BUTTON}`;

const quote = (text: string) => JSON.stringify(text);
const CREATE_FRAME = `const frame = document.createElement("iframe"); frame.style.cssText = ${quote(PLACE)};`;
const OPEN_SHADOW = `document.querySelector("#host").attachShadow({ mode: "open" })`;
const HIDDEN = `<style>.note { display: none } .shown .note { display: block }</style>${BANNER}`;

/** The markup of each page, and the script that shows its banner. */
const KINDS: Record<string, { html: string; show: string }> = {
  "is inserted": {
    html: "",
    show: `document.body.insertAdjacentHTML("beforeend", ${quote(BANNER)})`,
  },
  "is in a new frame": {
    html: "",
    show: `${CREATE_FRAME} frame.srcdoc = ${quote(FRAME)}; document.body.append(frame)`,
  },
  "fills a frame": {
    html: `<iframe style="${PLACE}"></iframe>`,
    show: `document.querySelector("iframe").srcdoc = ${quote(FRAME)}`,
  },
  "is written into a frame": {
    html: `<iframe srcdoc="<body>" style="${PLACE}"></iframe>`,
    show: `document.querySelector("iframe").contentDocument.body.outerHTML = ${quote(FRAME)}`,
  },
  "is the new document of a frame": {
    html: `<iframe style="${PLACE}"></iframe>`,
    show: `document.querySelector("iframe").src = "/plain-banner"`,
  },
  "is the document of a frame of another site": {
    html: `<iframe style="${PLACE}"></iframe>`,
    show: `document.querySelector("iframe").src = "https://late.partner.example/plain-banner"`,
  },
  "fills a shadow root": {
    html: `<div id="host"></div><script>const root = ${OPEN_SHADOW};</script>`,
    show: `root.innerHTML = ${quote(BANNER)}`,
  },
  "is in a new shadow root": {
    html: '<div id="host"></div>',
    show: `${OPEN_SHADOW}.innerHTML = ${quote(BANNER)}`,
  },
  "is in a shadow root inside a new shadow root": {
    html: '<div id="host"></div>',
    show: `const root = ${OPEN_SHADOW}; root.innerHTML = "<div></div>"; root.firstChild.attachShadow({ mode: "open" }).innerHTML = ${quote(BANNER)}`,
  },
  "fills a shadow root inside a new shadow root": {
    html: '<div id="host"></div>',
    show: `const root = ${OPEN_SHADOW}; root.innerHTML = "<div></div>"; setTimeout(() => { root.firstChild.attachShadow({ mode: "open" }).innerHTML = ${quote(BANNER)}; }, 15)`,
  },
  "is in a closed shadow root of an element with a telling name": {
    html: "",
    show: `const host = document.createElement("cookie-banner"); document.body.append(host); host.attachShadow({ mode: "closed" }).innerHTML = ${quote(BANNER)}`,
  },
  "is followed by its backdrop": {
    html: "",
    show: `document.body.insertAdjacentHTML("beforeend", ${quote(BANNER)}); setTimeout(() => document.body.insertAdjacentHTML("beforeend", ${quote(BACKDROP)}), 40)`,
  },
  "is shown by a class of the root element": {
    html: HIDDEN,
    show: 'document.documentElement.className = "shown"',
  },
  "is shown by a class of the body": { html: HIDDEN, show: 'document.body.className = "shown"' },
  "is a popover": {
    html: BANNER.replace("<div", "<div popover"),
    show: "document.querySelector('.note').showPopover()",
  },
  "is a modal dialog": {
    html: BANNER.replaceAll("div", "dialog"),
    show: "document.querySelector('.note').showModal()",
  },
  "appears in steps": {
    html: "",
    show: `document.body.insertAdjacentHTML("beforeend", '<div style="${PLACE};${STYLE}"><p></p><p></p></div>'); const [text, buttons] = document.querySelectorAll("div p");
      text.textContent = ${quote(NOTICE)}; setTimeout(() => { buttons.innerHTML = ${quote(BUTTON)}; }, 15)`,
  },
  "is in a long container": {
    html: "",
    show: `document.body.insertAdjacentHTML("beforeend", "<section><p>" + "The ferry leaves at seven. ".repeat(1200) + "</p>" + ${quote(BANNER)} + "</section>")`,
  },
};

export const lateBannerKinds = Object.keys(KINDS);

export function lateBannerPage(kind: string, delayMs: number): string | undefined {
  const page = KINDS[kind];
  return (
    page &&
    `<!doctype html><html lang="en"><title>Ferries</title><link rel="icon" href="data:,"><style>body { background: white }</style>
    <body><h1>New ferry to the islands starts on Monday</h1>${page.html}
    <script>addEventListener("load", () => setTimeout(() => { ${page.show}; }, ${delayMs}));</script>`
  );
}
