// Small pages with a banner inside an element that also contains something else, such as the root of an application or a header.
import { BANNER_COLOUR } from "./layouts.ts";

type Surroundings = { name: string; html: string };

const CONTENT_COLOUR = "rgb(0, 90, 200)";

const NOTICE = "<p>We use cookies to improve your experience.</p>";
const ACCEPT = "<button>Accept all</button>";
const CHOICE = "<button>Accept all</button> <button>Reject all</button>";
const TEXT =
  "<p>The ferry leaves at seven, an hour before the market opens, and comes back at noon.</p>";

const banner = (buttons: string, style = "") =>
  `<div style="padding:8px;background:${BANNER_COLOUR};${style}">${NOTICE}${buttons}</div>`;
const content = (html: string) => `<div class="content">${html}</div>`;
const app = (html: string, style = "") =>
  `<div style="position:fixed;inset:0;background:white;${style}">${html}</div>`;
const header = (html: string) =>
  `<header style="position:fixed;inset:0 0 auto;background:white">${html}</header>${TEXT}`;

export const surroundings: readonly Surroundings[] = [
  { name: "an application with a banner below", html: app(content(TEXT) + banner(ACCEPT)) },
  { name: "an application with little text", html: app(content("Board") + banner(ACCEPT)) },
  {
    name: "an application with a menu",
    html: app(
      `<nav class="content"><a href="#">Home</a></nav><main>${TEXT}</main>${banner(CHOICE)}`,
    ),
  },
  {
    name: "an application with a box in its corner",
    html: app(content(TEXT) + banner(ACCEPT, "position:absolute;right:8px;bottom:8px;width:160px")),
  },
  {
    name: "an application whose banner has the remaining height",
    html: app(
      `<div class="content" style="flex:1">Map</div>${banner(ACCEPT)}`,
      "display:flex;flex-direction:column",
    ),
  },
  {
    name: "an application with an image",
    html: app(`<svg class="content" width="300" height="100"></svg>${banner(ACCEPT)}`),
  },
  {
    name: "a header with a menu",
    html: header(`<nav class="content"><a href="#">Home</a></nav>${banner(CHOICE)}`),
  },
  {
    name: "a header with links",
    html: header(
      `${content('<a href="#">Home</a> <a href="#">Shop</a> <a href="#">About</a>')}${banner(ACCEPT)}`,
    ),
  },
  { name: "the root of a page", html: `<div>${banner(CHOICE)}${content(TEXT)}</div>` },
];

const STYLE = `<style>body { margin: 0; font: 12px sans-serif } p { margin: 0 } .content { background: ${CONTENT_COLOUR} }</style>`;

export function surroundingsPage(index: number): string | undefined {
  const page = surroundings[index];
  return (
    page &&
    `<!doctype html><html lang="en"><title>Ferries</title><link rel="icon" href="data:,">${STYLE}<body>${page.html}`
  );
}
