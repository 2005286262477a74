// What the block_* options of one capture do to its page.
import type { CDPSession } from "@cloudflare/puppeteer";
import { UTILITY_WORLD_NAME } from "@cloudflare/puppeteer/internal/common/util.js";
import type { FiltersEngine } from "@ghostery/adblocker";
import type { CaptureOptions } from "../../contract/capture-options.ts";
import type { RequestPolicy } from "../network/request-policies.ts";
import type { Category } from "../in-page/sweep/plan.ts";
import { Consent } from "./consent-tracker.ts";
import { Gaps } from "./issues.ts";
import type { Lists } from "./blocking-assets.ts";
import { RequestFilter } from "./request-filter.ts";
import { Sightings, TELL } from "./token-collector.ts";
import { standInFor } from "./surrogates.ts";
import { consentScript, prehideScript, sweepScript } from "./start-scripts.ts";

export type Blocking = {
  wanted: Category[];
  /** Without those that could not be read. */
  engines: ReadonlyMap<Category, FiltersEngine>;
  /** Puts the program that sweeps into a document. */
  sweepScript: string | undefined;
  sightings: Sightings;
  requests: RequestFilter;
  consent: Consent;
  decide: RequestPolicy;
  gaps: Gaps;
  /** Prepares the page's own session, and each that is attached to it, before the first document comes. */
  prepareSession: (session: CDPSession) => void;
};

type BlockOptions = Pick<CaptureOptions, "block_ads" | "block_cookie_banners" | "block_chats">;

/** Undefined where nothing is to be blocked. What cannot be read is left out. */
export async function openBlocking(
  lists: Lists,
  options: BlockOptions,
  target: URL,
): Promise<Blocking | undefined> {
  const wanted = CATEGORIES.filter(([option]) => options[option]).map(([, category]) => category);
  if (wanted.length === 0) return undefined;

  const consent = new Consent();
  const gaps = new Gaps();
  const sightings = new Sightings();
  const [vendorDomains, sweepProgram, engines, startScripts] = await Promise.all([
    lists.vendorDomains(),
    lists.program("sweep"),
    readEngines(lists, wanted),
    options.block_cookie_banners ? readStartScripts(lists, target, consent, gaps) : [],
  ]);
  if (sweepProgram === undefined || vendorDomains === undefined || engines.size < wanted.length)
    gaps.found = true;
  const sweep = sweepProgram === undefined ? undefined : sweepScript(sweepProgram, TELL);
  const requests = new RequestFilter(engines, target, vendorDomains ?? [], gaps);

  return {
    wanted,
    engines,
    sweepScript: sweep,
    sightings,
    requests,
    consent,
    gaps,
    decide(event) {
      if (requests.judge(event) === undefined) return "continue";
      // A frame whose document is refused shows the browser's own error page.
      if (event.resourceType === "Document") return { contentType: "text/html", body: "" };
      const body = event.resourceType === "Script" ? standInFor(event.request.url) : "";
      return body === "" ? "block" : { contentType: "text/javascript", body };
    },
    prepareSession(session) {
      if (startScripts.length > 0) consent.listen(session);
      if (sweep !== undefined) sightings.listen(session);
      const scripts = [
        ...startScripts.map((source) => ({ source })),
        ...(sweep === undefined ? [] : [{ source: sweep, worldName: UTILITY_WORLD_NAME }]),
      ];
      // In the order in which they are sent, before the document comes. Workers know no documents.
      for (const script of scripts)
        session.send("Page.addScriptToEvaluateOnNewDocument", script).catch(() => undefined);
    },
  };
}

const CATEGORIES = [
  ["block_ads", "ads"],
  ["block_cookie_banners", "cookie_banners"],
  ["block_chats", "chats"],
] as const;

async function readEngines(lists: Lists, wanted: Category[]) {
  const engines = await Promise.all(
    wanted.map(async (category) => [category, await lists.engine(category)] as const),
  );
  return new Map(
    engines.filter((entry): entry is [Category, FiltersEngine] => entry[1] !== undefined),
  );
}

async function readStartScripts(
  lists: Lists,
  { href }: URL,
  { binding }: Consent,
  gaps: Gaps,
): Promise<string[]> {
  const [engine, tokens, program, rules] = await Promise.all([
    lists.engine("cookie_banners"),
    lists.cookieTokens(),
    lists.program("consent"),
    lists.consentRules(),
  ]);
  const prehide = gaps.attempt("no start style", {}, () =>
    engine && tokens ? prehideScript(engine, href, tokens) : undefined,
  );
  const consent = gaps.attempt("no consent agent", {}, () =>
    program !== undefined && rules ? consentScript(program, rules, href, binding) : undefined,
  );
  const scripts = [prehide, consent].filter((script) => script !== undefined);
  if (scripts.length < 2) gaps.found = true;
  return scripts;
}
