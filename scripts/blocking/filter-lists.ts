// The filter lists as text, out of the pinned packages, in the syntax that the engine reads.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../lib/paths.ts";

const FILTERS = join(root, "node_modules/@adguard/dnr-rulesets/dist/filters/declarative");

/** AdGuard's numbers: src/capture/blocking/README.md says which list is which. */
const BASE = 2;
const TRACKING = 3;
const COOKIE_NOTICES = 18;
const WIDGETS = 22;

/** Half of the tracking list: names that single sites lend to trackers. Nothing of them shows, and no page needs them. */
const LENT_NAMES = [
  ["! SECTION: CNAME disguised tracking networks", "! !SECTION: CNAME disguised tracking networks"],
  [
    "!-------------- CNAME mail trackers --------------------------------------------!",
    "!-------------- General (unsorted) url blocking --------------------------------!",
  ],
] as const;

/** Of the widgets list what is an assistant or a chat: it also removes weather, news and feedback boxes. */
const ASSISTANTS = [
  ["! SECTION: Widgets - marketing", "!   SECTION: Widgets - Suggestion widgets"],
  ["! SECTION: Widgets - Chats", "! !SECTION: Widgets - Chats"],
] as const;

/**
 * Slots of the largest networks. The lists leave them to their request rules, because pages that look for blockers look
 * for these; a sweep comes after such a look.
 */
const SLOTS = [
  "##ins.adsbygoogle",
  '##[id^="div-gpt-ad"]',
  '##[id^="google_ads_iframe"]',
  '##[id^="taboola-"]',
  "##.OUTBRAIN",
];

/** Dialogs that a platform's agent opens on its way to "no", and may not get to close in time. */
const SETTINGS = ["###onetrust-pc-sdk", "##.onetrust-pc-dark-filter"];

/** Loaders that also bring what a page shows: forms, consent dialogs, its own content. */
const LOADERS = /^\|\|(?:hs-scripts\.com\^|googletagmanager\.com\/(?:gtm|\*=GTM))/;

/** The filters of one option. Throws when a package is not laid out as it was. */
export function readFilterList(category: keyof typeof linesOf): string[] {
  return linesOf[category]()
    .filter((line) => line !== "" && !line.startsWith("!") && !LOADERS.test(line))
    .map(toEngineSyntax)
    .filter((line) => line !== undefined);
}

const linesOf = {
  ads() {
    const tracking = readList(TRACKING);
    const lent = new Set(LENT_NAMES.flatMap((marks) => between(tracking, marks)));
    return [...readList(BASE), ...SLOTS, ...tracking.filter((line) => !lent.has(line))];
  },
  cookie_banners: () => [...readList(COOKIE_NOTICES), ...SETTINGS],
  chats() {
    const widgets = readList(WIDGETS);
    return ASSISTANTS.flatMap((marks) => between(widgets, marks));
  },
};

function readList(id: number): string[] {
  const file = join(FILTERS, `ruleset_${id}/ruleset_${id}.json`);
  const [{ metadata }] = JSON.parse(readFileSync(file, "utf8")) as [
    { metadata: { rawFilterList: string } },
  ];
  return metadata.rawFilterList.split(/\r?\n/);
}

function between(lines: string[], [first, last]: readonly [string, string]): string[] {
  const begin = lines.indexOf(first);
  const end = lines.indexOf(last, begin);
  if (begin < 0 || end < 0) {
    throw new Error(
      `A filter list has no part "${first}" any more: adapt scripts/blocking/filter-lists.ts.`,
    );
  }
  return lines.slice(begin, end);
}

/** AdGuard's element rules in uBlock's words; undefined for scriptlets and rules about the HTML source. */
function toEngineSyntax(line: string): string | undefined {
  const style = /^([^#]*)#(@?)\$\??#(.+?)\s*\{\s*(.*?)\s*\}\s*$/.exec(line);
  if (style !== null) {
    const [, sites = "", exception = "", selector = "", declarations = ""] = style;
    const action = /^remove:\s*true/.test(declarations) ? "" : `:style(${declarations})`;
    return `${sites}#${exception}#${toEngineSelector(selector)}${action}`;
  }
  const extended = /^([^#]*)#(@?)\?#(.+)$/.exec(line);
  if (extended !== null) {
    const [, sites = "", exception = "", selector = ""] = extended;
    return `${sites}#${exception}#${toEngineSelector(selector)}`;
  }
  return /#@?%#|\$@?\$|#@?\$/.test(line) ? undefined : line;
}

function toEngineSelector(selector: string): string {
  return selector
    .replace(/:(?:-abp-)?contains\(/g, ":has-text(")
    .replace(/:-abp-has\(/g, ":has(")
    .replace(/:nth-ancestor\(/g, ":upward(");
}
