// Applies the block_* options to one capture.
import type { CDPSession } from "@cloudflare/puppeteer";
import { UTILITY_WORLD_NAME } from "@cloudflare/puppeteer/internal/common/util.js";
import type { FiltersEngine } from "@ghostery/adblocker";
import type { CaptureOptions } from "../../contract/capture-options.ts";
import type { Category } from "../in-page/sweep/plan.ts";
import type { RequestPolicy } from "../network/request-decision.ts";
import type { BlockingAssets } from "./blocking-assets.ts";
import { ConsentTracker } from "./consent-tracker.ts";
import { DocumentReports, REPORT_BINDING } from "./document-reports.ts";
import { BlockingIssues } from "./issues.ts";
import { RequestFilter } from "./request-filter.ts";
import { consentScript, prehideScript, sweepScript } from "./start-scripts.ts";
import { surrogateFor } from "./surrogates.ts";

export type Blocking = {
  /** The categories that the options select. */
  categories: Category[];
  /** Contains only the filter lists that could be read. */
  engines: ReadonlyMap<Category, FiltersEngine>;
  /** Installs the sweep program in a document; undefined when the program could not be read. */
  sweepScript: string | undefined;
  reports: DocumentReports;
  requests: RequestFilter;
  consent: ConsentTracker;
  issues: BlockingIssues;
  /** Decides about each request of the capture, except the page's own document. */
  decide: RequestPolicy;
  /** Adds scripts and bindings to a session of the page or of a frame, before its first document loads. */
  prepareSession: (session: CDPSession) => void;
};

type BlockOptions = Pick<
  CaptureOptions,
  "block_ads" | "block_cookie_banners" | "block_chats" | "block_trackers"
>;

/**
 * Reads the data that the options need. Returns undefined when no option is set. Assets that cannot be read are
 * skipped and recorded in `issues`.
 */
export async function openBlocking(
  assets: BlockingAssets,
  options: BlockOptions,
  target: URL,
): Promise<Blocking | undefined> {
  const categories = CATEGORIES.filter(([option]) => options[option]).map(
    ([, category]) => category,
  );
  if (categories.length === 0) return undefined;

  const consent = new ConsentTracker();
  const issues = new BlockingIssues();
  const reports = new DocumentReports();
  const [vendorDomains, sweepProgram, engines, startScripts] = await Promise.all([
    assets.vendorDomains(),
    assets.program("sweep"),
    readEngines(assets, categories),
    options.block_cookie_banners ? readStartScripts(assets, target, consent, issues) : [],
  ]);
  if (sweepProgram === undefined || vendorDomains === undefined || engines.size < categories.length)
    issues.isIncomplete = true;
  const sweep = sweepProgram === undefined ? undefined : sweepScript(sweepProgram, REPORT_BINDING);
  const requests = new RequestFilter(engines, target, vendorDomains ?? [], issues);

  return {
    categories,
    engines,
    sweepScript: sweep,
    reports,
    requests,
    consent,
    issues,
    decide(event) {
      if (requests.check(event) === undefined) return "continue";
      // A frame shows the browser's error page when the request for its document fails.
      if (event.resourceType === "Document") return { contentType: "text/html", body: "" };
      const body = event.resourceType === "Script" ? surrogateFor(event.request.url) : "";
      return body === "" ? "block" : { contentType: "text/javascript", body };
    },
    prepareSession(session) {
      if (startScripts.length > 0) consent.listen(session);
      if (sweep !== undefined) reports.listen(session);
      const scripts = [
        ...startScripts.map((source) => ({ source })),
        ...(sweep === undefined ? [] : [{ source: sweep, worldName: UTILITY_WORLD_NAME }]),
      ];
      // Chromium handles these commands in order, before the document loads. Sessions of workers reject them.
      for (const script of scripts)
        session.send("Page.addScriptToEvaluateOnNewDocument", script).catch(() => undefined);
    },
  };
}

const CATEGORIES = [
  ["block_ads", "ads"],
  ["block_cookie_banners", "cookie_banners"],
  ["block_chats", "chats"],
  ["block_trackers", "trackers"],
] as const;

async function readEngines(assets: BlockingAssets, categories: Category[]) {
  const engines = await Promise.all(
    categories.map(async (category) => [category, await assets.engine(category)] as const),
  );
  return new Map(
    engines.filter((entry): entry is [Category, FiltersEngine] => entry[1] !== undefined),
  );
}

async function readStartScripts(
  assets: BlockingAssets,
  { href }: URL,
  { binding }: ConsentTracker,
  issues: BlockingIssues,
): Promise<string[]> {
  const [engine, tokens, program, rules] = await Promise.all([
    assets.engine("cookie_banners"),
    assets.cookieTokens(),
    assets.program("consent"),
    assets.consentRules(),
  ]);
  const prehide = issues.attempt("prehide style not created", {}, () =>
    engine && tokens ? prehideScript(engine, href, tokens) : undefined,
  );
  const consent = issues.attempt("consent agent not created", {}, () =>
    program !== undefined && rules ? consentScript(program, rules, href, binding) : undefined,
  );
  const scripts = [prehide, consent].filter((script) => script !== undefined);
  if (scripts.length < 2) issues.isIncomplete = true;
  return scripts;
}
