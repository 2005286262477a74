// Reads the filter lists of the pinned packages and converts them to the syntax of the engine.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type CosmeticFilter, parseFilters } from "@ghostery/adblocker";
import { root } from "../lib/paths.ts";

const FILTERS = join(root, "node_modules/@adguard/dnr-rulesets/dist/filters/declarative");

/** AdGuard's list numbers. src/capture/blocking/README.md describes the lists. */
const BASE = 2;
const TRACKING = 3;
const COOKIE_NOTICES = 18;
const WIDGETS = 22;

/**
 * Sections with host names of trackers behind CNAME records. They make up half of the tracking list, and have no effect on
 * a screenshot.
 */
const CNAME_SECTIONS = [
  ["! SECTION: CNAME disguised tracking networks", "! !SECTION: CNAME disguised tracking networks"],
  [
    "!-------------- CNAME mail trackers --------------------------------------------!",
    "!-------------- General (unsorted) url blocking --------------------------------!",
  ],
] as const;

/** Sections of the widgets list for assistants and chats. Other sections remove weather, news and feedback boxes. */
const CHAT_SECTIONS = [
  ["! SECTION: Widgets - marketing", "!   SECTION: Widgets - Suggestion widgets"],
  ["! SECTION: Widgets - Chats", "! !SECTION: Widgets - Chats"],
] as const;

/**
 * Slots of the largest advertising networks. The lists do not hide the slots, because pages detect blockers by them. The
 * sweep runs after such a detection, so it can hide them.
 */
const AD_SLOTS = [
  "##ins.adsbygoogle",
  '##[id^="div-gpt-ad"]',
  '##[id^="google_ads_iframe"]',
  '##[id^="taboola-"]',
  "##.OUTBRAIN",
];

/** Dialogs that the consent agent opens to reject consent, and that may still be open when the screenshot is taken. */
const CONSENT_DIALOGS = ["###onetrust-pc-sdk", "##.onetrust-pc-dark-filter"];

/** Filters of tag managers, which also load forms, consent dialogs and page content. These filters are removed. */
const TAG_MANAGER = /^\|\|(?:hs-scripts\.com\^|googletagmanager\.com\/(?:gtm|\*=GTM))/;

const ELEMENT_RULE = /#[@?$%]*#|\$@?\$/;

/** Returns the filters of one option. Throws an Error when a section is missing from a list. */
export function readFilterList(category: keyof typeof linesOf): string[] {
  return linesOf[category]()
    .filter((line) => line !== "" && !line.startsWith("!") && !TAG_MANAGER.test(line))
    .map(toEngineSyntax)
    .filter((line) => line !== undefined);
}

/** Returns the classes and ids that generic rules of a list hide without another condition. */
export function readHiddenNames(category: keyof typeof linesOf): {
  classes: string[];
  ids: string[];
} {
  const { cosmeticFilters } = parseFilters(readFilterList(category).join("\n"));
  const selectors = cosmeticFilters.filter(hidesName).map((filter) => filter.getSelector());
  const namesAfter = (sign: string) =>
    selectors.filter((selector) => selector.startsWith(sign)).map((selector) => selector.slice(1));
  return { classes: namesAfter("."), ids: namesAfter("#") };
}

function hidesName(filter: CosmeticFilter): boolean {
  const isSingleName = /^[.#][\w-]+$/.test(filter.getSelector());
  return isSingleName && filter.isGenericHide() && !filter.isUnhide() && !filter.hasCustomStyle();
}

const linesOf = {
  ads: () => [...readList(BASE), ...AD_SLOTS, ...readTrackingList()],
  cookie_banners: () => [...readList(COOKIE_NOTICES), ...CONSENT_DIALOGS],
  chats() {
    const widgets = readList(WIDGETS);
    return CHAT_SECTIONS.flatMap((headings) => linesBetween(widgets, headings));
  },
  // The option blocks requests only. Omit the element rules, which remove advertisements.
  trackers: () => readTrackingList().filter((line) => !ELEMENT_RULE.test(line)),
};

/** Returns the tracking list without its half of CNAME host names. */
function readTrackingList(): string[] {
  const tracking = readList(TRACKING);
  const cname = new Set(CNAME_SECTIONS.flatMap((headings) => linesBetween(tracking, headings)));
  return tracking.filter((line) => !cname.has(line));
}

function readList(id: number): string[] {
  const file = join(FILTERS, `ruleset_${id}/ruleset_${id}.json`);
  const [{ metadata }] = JSON.parse(readFileSync(file, "utf8")) as [
    { metadata: { rawFilterList: string } },
  ];
  return metadata.rawFilterList.split(/\r?\n/);
}

function linesBetween(lines: string[], [first, last]: readonly [string, string]): string[] {
  const start = lines.indexOf(first);
  const end = lines.indexOf(last, start);
  if (start < 0 || end < 0) {
    throw new Error(
      `A filter list has no section "${first}". Update the headings in scripts/blocking/filter-lists.ts.`,
    );
  }
  return lines.slice(start, end);
}

/** Converts AdGuard's element rules to uBlock's syntax. Returns undefined for scriptlets and HTML filtering rules. */
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
