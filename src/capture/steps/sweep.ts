// Removes the elements that the block_* options block, from the page and from its frames.
import type { Frame, Page } from "@cloudflare/puppeteer";
import { withDeadline } from "../../lib/deadline.ts";
import type { Blocking } from "../blocking/blocking.ts";
import { DocumentRules, isBannerRules } from "../blocking/document-rules.ts";
import { hideBannerFrames, runSweep } from "../blocking/sweep-program.ts";
import type { Budget } from "../budget.ts";
import type { ElementRules, SweepPlan, SweepResult } from "../in-page/sweep/plan.ts";
import type { Tab } from "../tab.ts";
import { isNavigationError } from "./freeze-page.ts";

/** Milliseconds for one pass over the page. A page that needs more time is captured without the sweep. */
const PAGE_LIMIT_MS = 3_000;

/** Milliseconds for one pass over a frame. The limit is short because most frames are not visible. */
const FRAME_LIMIT_MS = 1_000;

/** Maximum number of frames that are swept. Pages with more frames show advertisements in most of them. */
const MAX_FRAMES = 20;

/** One pass with the known rules, one with rules for new tokens, and one after a consent platform has finished. */
const MAX_PASSES = 3;

/** The last sweep before the shot also hides banners that appear after it. A repeated sweep finds a banner that has appeared. */
export type SweepTime = "early" | "last" | "repeated";

/**
 * Returns whether the sweep has changed the page. `loadedAt` is the time of the page's load, in milliseconds of the
 * clock. Throws only when the page has navigated away.
 */
export async function sweep(
  { page }: Tab,
  blocking: Blocking | undefined,
  loadedAt: number,
  budget: Budget,
  time: SweepTime,
): Promise<boolean> {
  if (blocking?.sweepScript === undefined) return false;
  const { sweepScript, reports } = blocking;
  reports.forgetBanners();
  const bannerFrames: string[] = [];
  const documents = listDocuments(page).map(async ({ frame, limitMs }) => {
    try {
      const { hasChanged, isBanner } = await sweepDocument(
        { frame, limitMs, sweepScript, time },
        blocking,
        loadedAt,
      );
      if (isBanner) bannerFrames.push(frame.url());
      return hasChanged;
    } catch (error) {
      if (frame === page.mainFrame() && isNavigationError(error)) throw error;
      // A page that does not respond is captured without the sweep. Failures of frames are common and not reported.
      if (frame === page.mainFrame()) blocking.issues.report("page not swept", { error });
      return false;
    }
  });
  const [hasChanged = false] = await budget.run("capture", () => Promise.all(documents));
  if (bannerFrames.length === 0) return hasChanged;
  const hiding = hideBannerFrames(page.mainFrame(), bannerFrames);
  await withDeadline(FRAME_LIMIT_MS, "sweep", hiding).catch((error: unknown) => {
    if (isNavigationError(error)) throw error;
    blocking.issues.report("banner frames not hidden", { error });
  });
  return true;
}

/** Returns the page's main frame and the first frames inside the page, each with the time limit of one pass. */
export function listDocuments(page: Page): { frame: Frame; limitMs: number }[] {
  const frames = page.frames().filter((frame) => frame !== page.mainFrame() && !frame.detached);
  return [
    { frame: page.mainFrame(), limitMs: PAGE_LIMIT_MS },
    ...frames.slice(0, MAX_FRAMES).map((frame) => ({ frame, limitMs: FRAME_LIMIT_MS })),
  ];
}

type SweptDocument = { frame: Frame; limitMs: number; sweepScript: string; time: SweepTime };

type Pass = {
  rules: ElementRules[];
  /** Leave open banners to their consent platform. */
  leaveBanners: boolean;
};

async function sweepDocument(
  document: SweptDocument,
  blocking: Blocking,
  loadedAt: number,
): Promise<{ hasChanged: boolean; isBanner: boolean }> {
  const { frame, time } = document;
  const { consent, categories } = blocking;
  const url = frame.url().startsWith("http") ? frame.url() : frame.page().url();
  const documentRules = new DocumentRules(blocking, url);
  let rules = documentRules.all();
  // A repeated sweep does not wait for a platform.
  let leaveBanners =
    categories.includes("cookie_banners") && !consent.isHandled && time !== "repeated";
  let [hasChanged, isBanner] = [false, false];

  for (let count = 0; count < MAX_PASSES; count += 1) {
    const result = await runPass(document, blocking, { rules, leaveBanners });
    hasChanged ||= result.hasChanged;
    isBanner ||= result.isBanner;

    rules = documentRules.forNewTokens();
    // The agent also knows banners that the sweep does not find, such as a dialog in another language.
    if (result.hasOpenBanner || (leaveBanners && consent.isAnswering)) {
      await consent.waitForPlatforms(loadedAt, result.openBannerHasFrame);
      leaveBanners = false;
      // Earlier passes did not apply the rules for banners.
      rules = [...rules.filter((rule) => !isBannerRules(rule)), ...documentRules.forBanners()];
    } else if (rules.length === 0) {
      break;
    }
  }
  return { hasChanged, isBanner };
}

/** Sweeps the document once and records a pressed button and new tokens in `blocking`. */
async function runPass(
  { frame, limitMs, sweepScript, time }: SweptDocument,
  { categories, consent, requests, reports }: Blocking,
  { rules, leaveBanners }: Pass,
): Promise<SweepResult> {
  const plan: SweepPlan = {
    categories,
    rules,
    leaveBanners,
    blocked: [...requests.blocked],
    pressReject: !leaveBanners && !consent.isHandled && time !== "repeated",
    watch: time !== "early",
    unlock: consent.isHandled || requests.counts.cookie_banners !== undefined,
  };
  const result = await withDeadline(limitMs, "sweep", runSweep(frame, sweepScript, plan));
  if (result.hasPressedReject) consent.markRejectPressed();
  reports.addTokens(result.tokens);
  return result;
}
