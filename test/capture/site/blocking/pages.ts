// The responses of the pages' hosts and of the vendors' hosts in the blocking tests.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { adSetups } from "./ad-setups.ts";
import { layoutOf, slugOf, slugs, unknownSlug } from "./catalog.ts";
import { chatWidgets } from "./chat-widgets.ts";
import { consentPlatforms } from "./consent-platforms.ts";
import { consentDialogs, dialogsPage, otherDialogs } from "./dialogs.ts";
import { heavyPages } from "./heavy-pages.ts";
import { chatLaunchers, launchersPage, otherLaunchers } from "./launchers.ts";
import { lateBannerPage } from "./late-banners.ts";
import { BANNER_COLOUR, type LayoutName, layouts } from "./layouts.ts";
import { type Platform, programOf, type Widget } from "./program.ts";
import { surroundingsPage } from "./surroundings.ts";
import { unknownBanners } from "./unknown-banners.ts";

type PageResponse = { type: string; body: string };

/** Subdomains of these domains serve the pages. Each domain is a separate site. */
export const PAGE_HOSTS = ["site.example", "partner.example"];

/** Returns the response of a page's host, or undefined when no route matches. See `routes` for the paths. */
export function answerPage(path: string, query: URLSearchParams): PageResponse | undefined {
  const [, kind = "", name = ""] = path.split("/");
  const body = routes[kind]?.(name, query);
  return body === undefined ? undefined : { type: typeOf(path, body), body };
}

/** Returns the response of a vendor's host to an address with its query. */
export function answerVendor(address: string): PageResponse | undefined {
  const body = vendorResponses.get(address) ?? vendorResponses.get(address.replace(/\?.*$/, ""));
  return body === undefined ? undefined : { type: typeOf(address, body), body };
}

const routes: Record<string, (name: string, query: URLSearchParams) => string | undefined> = {
  /** A layout without additions. */
  clean: (name) => (name in layouts ? layouts[name as LayoutName]({}) : undefined),
  /** With `from=vendor`, the vendor's host serves the script; otherwise the page's own host does. */
  consent: (name, query) => withWidget("consent", consentPlatforms, slugs.consent, name, query),
  chat: (name, query) => withWidget("chat", chatWidgets, slugs.chat, name, query),
  launchers: (name, query) => {
    const pages = name === "chat" ? chatLaunchers : otherLaunchers;
    const page = pages[Number(query.get("index"))];
    return page && launchersPage(page);
  },
  unknown: (name, query) => withWidget("unknown", unknownBanners, slugs.unknown, name, query),
  ad: (name) => {
    const setup = adSetups[slugs.ad.indexOf(name)];
    return setup && layouts[layoutOf("ad", name)](setup);
  },
  /** The same page as `ad`, without the advertisement. */
  "without-ad": (name) => {
    const setup = adSetups[slugs.ad.indexOf(name)];
    return setup && layouts[layoutOf("ad", name)]({ middle: setup.remains ?? "" });
  },
  /** A page that blocking must not change. */
  benign: (name) => readFileSync(join(import.meta.dirname, "benign", name), "utf8"),
  /** A consent platform, a chat widget and an advertisement on one page. */
  crowded: () =>
    layouts.news({
      head: `<script async src="/own/consent-civic-cookie-control.js"></script><script async src="/own/chat-crisp.js"></script>${adSetups[1]?.head}`,
      middle: adSetups[1]?.middle ?? "",
    }),
  /** A page that inserts a banner and a chat when the visitor scrolls. */
  late: () =>
    layouts.news({
      head: `<script>addEventListener("scroll", () => {
        for (const name of ["consent-cookieyes", "chat-olark"]) document.head.appendChild(document.createElement("script")).src = "/own/" + name + ".js";
      }, { once: true });</script>`,
    }),
  /** A page whose banner appears a given number of milliseconds after its load. */
  "late-banner": (ms, query) => lateBannerPage(query.get("kind") ?? "", Number(ms)),
  /** All consent banners or all other dialogs of dialogs.ts. With `shape=box`, they are boxes instead of bars. */
  dialogs: (name, query) =>
    dialogsPage(name === "consent" ? consentDialogs : otherDialogs, query.get("shape") === "box"),
  surroundings: (index) => surroundingsPage(Number(index)),
  /** A page with a frame in its content. The query contains the address. */
  framing: (_, query) =>
    layouts.news({
      middle: `<iframe src="${query.get("address") ?? ""}" style="width:100%;height:1300px;border:0;display:block"></iframe>`,
    }),
  /** A page with a frame that covers its lower edge. The query contains the address. */
  overlaid: (_, query) =>
    layouts.news({
      aside: `<iframe src="${query.get("address") ?? ""}" style="position:fixed;inset:auto 0 0;width:100%;height:160px;border:0;background:white"></iframe>`,
    }),
  /** A document that contains only a banner of an unknown platform. */
  "plain-banner": () =>
    `<!doctype html><body style="margin:0;padding:30px;background:${BANNER_COLOUR}">We use cookies to improve your visit. <button>Accept all cookies</button>`,
  /** Pages of the benchmark. */
  heavy: (name) => heavyPages[name],
  dot: () =>
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><circle cx="20" cy="20" r="18" fill="teal"/></svg>',
  /** Scripts of widgets from the page's own host. */
  own: (name) => ownResponses.get(`/own/${name}`),
  answered: () => "",
};

function withWidget(
  kind: "consent" | "chat" | "unknown",
  widgets: readonly (Widget & { script?: string })[],
  names: string[],
  name: string,
  query: URLSearchParams,
): string | undefined {
  const widget = widgets[names.indexOf(name)];
  if (widget === undefined) return undefined;
  const address = query.get("from") === "vendor" ? widget.script : `/own/${kind}-${name}.js`;
  return layouts[layoutOf(kind, name)]({
    head: `<script async src="${address}"></script>`,
  });
}

const ownResponses = new Map<string, string>([
  ...consentPlatforms.flatMap((platform) => programsOf(platform, "own")),
  ...chatWidgets.map((widget): [string, string] => [
    `/own/chat-${slugOf(widget.name)}.js`,
    programOf(widget),
  ]),
  ...unknownBanners.map((banner): [string, string] => [
    `/own/unknown-${unknownSlug(banner)}.js`,
    programOf(banner),
  ]),
  ...adSetups.flatMap(({ answers }) => Object.entries(answers)),
]);

/** Files that pages of vendors need. If these requests are blocked, the pages look wrong. */
const vendorAssets: Record<string, string> = {
  "https://static.zdassets.com/hc/assets/application.css":
    "body { background: rgb(250, 245, 235) } h1 { color: rgb(3, 54, 61) } .card { border: 2px solid rgb(3, 54, 61); padding: 20px }",
  "https://www.intercom.com/assets/site.css":
    "body { background: rgb(245, 248, 255) } .hero { padding: 80px; background: rgb(20, 20, 60); color: white }",
  "https://js.intercomcdn.com/site-demo.js":
    "document.addEventListener('DOMContentLoaded', () => { document.querySelector('#demo').style.background = 'rgb(210, 225, 250)'; });",
};

const vendorResponses = new Map<string, string>([
  ...consentPlatforms.flatMap((platform) => programsOf(platform, "vendor")),
  ...chatWidgets.flatMap((widget): [string, string][] =>
    widget.script === undefined ? [] : [[widget.script, programOf(widget)]],
  ),
  ...adSetups.flatMap(({ answers }) => Object.entries(answers)),
  ...Object.entries(vendorAssets),
]);

/** All hosts of vendors. */
export const vendorHosts = [
  ...new Set(
    [...vendorResponses.keys()]
      .filter((key) => URL.canParse(key))
      .map((key) => new URL(key).hostname),
  ),
];

function programsOf(platform: Platform, from: "own" | "vendor"): [string, string][] {
  const { name, script, frame, html } = platform;
  const address = from === "own" ? `/own/consent-${slugOf(name)}.js` : script;
  if (address === undefined) return [];
  if (frame === undefined) return [[address, programOf(platform)]];
  // If the page's host serves the platform, it also serves the platform's frame.
  const { pathname, search } = new URL(frame.address);
  const shown = from === "own" ? `/own${pathname}${search}` : frame.address;
  const program = programOf({ ...platform, html: html.replace("FRAME", shown) });
  const report = "(answer) => { parent.postMessage(answer, '*'); }";
  const document = `<!doctype html><style>${frame.css}</style>${frame.html}<script>const report = ${report};
    document.querySelector(${JSON.stringify(frame.reject)}).onclick = () => report("rejected");
    document.querySelector(${JSON.stringify(frame.accept)}).onclick = () => report("accepted");</script>`;
  return [
    [address, program],
    [shown.replace(/\?.*$/, ""), document],
  ];
}

function typeOf(address: string, body: string): string {
  if (body.startsWith("<svg")) return "image/svg+xml";
  if (body.startsWith("<!doctype")) return "text/html; charset=utf-8";
  const { pathname } = new URL(address, "https://site.example");
  if (pathname.endsWith(".css")) return "text/css; charset=utf-8";
  if (pathname.startsWith("/answered/")) return "image/svg+xml";
  return "text/javascript; charset=utf-8";
}
