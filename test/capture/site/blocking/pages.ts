// The web of the blocking tests: pages on hosts of their own, and what the vendors' hosts answer.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { adSetups } from "./ad-setups.ts";
import { layoutOf, slugOf, slugs, unknownSlug } from "./catalog.ts";
import { chatWidgets } from "./chat-widgets.ts";
import { consentPlatforms, type Platform } from "./consent-platforms.ts";
import { heavyPages } from "./heavy-pages.ts";
import { BANNER_COLOUR, type LayoutName, layouts } from "./layouts.ts";
import { programOf, type Widget } from "./program.ts";
import { unknownBanners } from "./unknown-banners.ts";
import { vendorAssets } from "./vendor-assets.ts";

type Answer = { type: string; body: string };

/** Every host under these is a page's own. They belong to different sites. */
export const PAGE_HOSTS = ["site.example", "partner.example"];

/** What a page's own host answers, undefined where there is nothing. Paths: see `routes`. */
export function answerPage(path: string, query: URLSearchParams): Answer | undefined {
  const [, kind = "", name = ""] = path.split("/");
  const body = routes[kind]?.(name, query);
  return body === undefined ? undefined : { type: typeOf(path, body), body };
}

/** What a vendor's host answers to an address with its query. */
export function answerVendor(address: string): Answer | undefined {
  const body = vendorAnswers.get(address) ?? vendorAnswers.get(address.replace(/\?.*$/, ""));
  return body === undefined ? undefined : { type: typeOf(address, body), body };
}

const routes: Record<string, (name: string, query: URLSearchParams) => string | undefined> = {
  /** A layout with nothing added. */
  clean: (name) => (name in layouts ? layouts[name as LayoutName]({}) : undefined),
  /** `from=vendor` or the page's own host. */
  consent: (name, query) => withWidget("consent", consentPlatforms, slugs.consent, name, query),
  chat: (name, query) => withWidget("chat", chatWidgets, slugs.chat, name, query),
  unknown: (name, query) => withWidget("unknown", unknownBanners, slugs.unknown, name, query),
  ad: (name) => {
    const setup = adSetups[slugs.ad.indexOf(name)];
    return setup && layouts[layoutOf("ad", name)](setup);
  },
  /** The page of the advertisement of that name, without it. */
  "without-ad": (name) => {
    const setup = adSetups[slugs.ad.indexOf(name)];
    return setup && layouts[layoutOf("ad", name)]({ middle: setup.remains ?? "" });
  },
  /** A page that must not change. */
  benign: (name) => readFileSync(join(import.meta.dirname, "benign", name), "utf8"),
  /** A consent platform, a chat widget and an advertisement on one page. */
  crowded: () =>
    layouts.news({
      head: `<script async src="/own/consent-civic-cookie-control.js"></script><script async src="/own/chat-crisp.js"></script>${adSetups[1]?.head}`,
      middle: adSetups[1]?.middle ?? "",
    }),
  /** A banner and a chat that come once the visitor has scrolled. */
  late: () =>
    layouts.news({
      head: `<script>addEventListener("scroll", () => {
        for (const name of ["consent-cookieyes", "chat-olark"]) document.head.appendChild(document.createElement("script")).src = "/own/" + name + ".js";
      }, { once: true });</script>`,
    }),
  /** A page that frames the address of its query. */
  framing: (_, query) =>
    layouts.news({
      middle: `<iframe src="${query.get("address") ?? ""}" style="width:100%;height:1300px;border:0;display:block"></iframe>`,
    }),
  /** A page over which a frame stands with the address of its query. */
  overlaid: (_, query) =>
    layouts.news({
      aside: `<iframe src="${query.get("address") ?? ""}" style="position:fixed;inset:auto 0 0;width:100%;height:160px;border:0;background:white"></iframe>`,
    }),
  /** A document that is a banner of no known platform, and nothing else. */
  "plain-banner": () =>
    `<!doctype html><body style="margin:0;padding:30px;background:${BANNER_COLOUR}">We use cookies to improve your visit. <button>Accept all cookies</button>`,
  /** Pages of the benchmark, and the pictures on them. */
  heavy: (name) => heavyPages[name],
  dot: () =>
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><circle cx="20" cy="20" r="18" fill="teal"/></svg>',
  /** Scripts of widgets that the page's own host serves. */
  own: (name) => ownAnswers.get(`/own/${name}`),
  said: () => "",
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

const ownAnswers = new Map<string, string>([
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

const vendorAnswers = new Map<string, string>([
  ...consentPlatforms.flatMap((platform) => programsOf(platform, "vendor")),
  ...chatWidgets.flatMap((widget): [string, string][] =>
    widget.script === undefined ? [] : [[widget.script, programOf(widget)]],
  ),
  ...adSetups.flatMap(({ answers }) => Object.entries(answers)),
  ...Object.entries(vendorAssets),
]);

/** Every host that a page asks and that is not the page's own. */
export const vendorHosts = [
  ...new Set(
    [...vendorAnswers.keys()]
      .filter((key) => URL.canParse(key))
      .map((key) => new URL(key).hostname),
  ),
];

function programsOf(platform: Platform, from: "own" | "vendor"): [string, string][] {
  const { name, script, frame, html } = platform;
  const address = from === "own" ? `/own/consent-${slugOf(name)}.js` : script;
  if (address === undefined) return [];
  if (frame === undefined) return [[address, programOf(platform)]];
  // A site that serves the platform itself serves the frame from its own host, too.
  const { pathname, search } = new URL(frame.address);
  const shown = from === "own" ? `/own${pathname}${search}` : frame.address;
  const program = programOf({ ...platform, html: html.replace("FRAME", shown) });
  const tell = "(word) => { parent.postMessage(word, '*'); }";
  const document = `<!doctype html><style>${frame.css}</style>${frame.html}<script>const tell = ${tell};
    document.querySelector(${JSON.stringify(frame.reject)}).onclick = () => tell("rejected");
    document.querySelector(${JSON.stringify(frame.accept)}).onclick = () => tell("accepted");</script>`;
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
  if (pathname.startsWith("/said/")) return "image/svg+xml";
  return "text/javascript; charset=utf-8";
}
