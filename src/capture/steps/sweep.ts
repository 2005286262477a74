// Removes from the page, and from the frames in it, what the block_* options want gone.
import type { Frame, Page } from "@cloudflare/puppeteer";
import type { FiltersEngine } from "@ghostery/adblocker";
import type { Blocked } from "../../contract/blocked.ts";
import { withDeadline } from "../../lib/deadline.ts";
import type { Blocking } from "../blocking/blocking.ts";
import { isEmpty, rulesByTokens, rulesFor } from "../blocking/element-rules.ts";
import type { Budget } from "../budget.ts";
import type {
  Category,
  ElementRules,
  Removed,
  SweepPlan,
  SweepResult,
} from "../in-page/sweep/plan.ts";
import type { Tab } from "../tab.ts";
import { isNavigationError } from "./freeze-page.ts";

/** Milliseconds for one document; a page that is too busy to be swept is captured as it is. */
const DOCUMENT_LIMIT_MS = 3_000;

/** A frame that does not answer at once is not waited for: most are of no account. */
const FRAME_LIMIT_MS = 1_000;

/** Frames that are swept; pages with more of them have advertisements in most. */
const MAX_FRAMES = 20;

/** By all that is known, by what the first look finds, and once more when a consent platform has answered. */
const MAX_PASSES = 3;

/**
 * `loadedAt`: when the page had loaded, in milliseconds of the clock. Resolves to whether the page has changed. Throws
 * only when the page has moved on.
 */
export async function sweep(
  { page }: Tab,
  blocking: Blocking | undefined,
  loadedAt: number,
  budget: Budget,
): Promise<boolean> {
  if (blocking?.sweepScript === undefined) return false;
  const bannerFrames: string[] = [];
  const documents = documentsOf(page).map(async ({ frame, limitMs }) => {
    try {
      const { hasChanged, isBanner } = await sweepDocument(frame, blocking, loadedAt, limitMs);
      if (isBanner) bannerFrames.push(frame.url());
      return hasChanged;
    } catch (error) {
      if (frame === page.mainFrame() && isNavigationError(error)) throw error;
      // A page that does not answer, or breaks what it is asked, is captured as it is; frames come and go.
      if (frame === page.mainFrame()) blocking.gaps.add("page not swept", { error });
      return false;
    }
  });
  const [hasChanged = false] = await budget.run("capture", () => Promise.all(documents));
  if (bannerFrames.length === 0) return hasChanged;
  const hiding = call(`hideFrames(${JSON.stringify(bannerFrames)})`);
  await withDeadline(FRAME_LIMIT_MS, "sweep", evaluate(page.mainFrame(), hiding)).catch(
    (error: unknown) => {
      if (isNavigationError(error)) throw error;
      blocking.gaps.add("frames not hidden", { error });
    },
  );
  return true;
}

/** What has been removed, as it is at this moment. Never throws: it must not cost the picture. */
export async function reportBlocked(
  { page }: Tab,
  blocking: Blocking | undefined,
): Promise<{ blocked?: Blocked }> {
  if (blocking === undefined) return {};
  const { wanted, requests, consent } = blocking;
  const counts = await Promise.all(
    documentsOf(page).map(({ frame }) =>
      // A document without the program has lost nothing.
      withDeadline(
        FRAME_LIMIT_MS,
        "count",
        evaluate<Removed | undefined>(frame, call("removed()")),
      ).catch(() => undefined),
    ),
  );
  const removedBy = (category: Category) => ({
    requests: requests.counts[category] ?? 0,
    elements: counts.reduce((sum, count) => sum + (count?.[category] ?? 0), 0),
  });
  const { platform, isAnswered: rejected } = consent;
  return {
    blocked: {
      ...(wanted.includes("ads") ? { ads: removedBy("ads") } : {}),
      ...(wanted.includes("cookie_banners")
        ? {
            cookie_banners: {
              ...removedBy("cookie_banners"),
              rejected,
              ...(platform === undefined ? {} : { platform }),
            },
          }
        : {}),
      ...(wanted.includes("chats") ? { chats: removedBy("chats") } : {}),
      ...(blocking.gaps.found ? { incomplete: true } : {}),
    },
  };
}

function documentsOf(page: Page): { frame: Frame; limitMs: number }[] {
  const inside = page.frames().filter((frame) => frame !== page.mainFrame() && !frame.detached);
  return [
    { frame: page.mainFrame(), limitMs: DOCUMENT_LIMIT_MS },
    ...inside.slice(0, MAX_FRAMES).map((frame) => ({ frame, limitMs: FRAME_LIMIT_MS })),
  ];
}

async function sweepDocument(
  frame: Frame,
  blocking: Blocking,
  loadedAt: number,
  limitMs: number,
): Promise<{ hasChanged: boolean; isBanner: boolean }> {
  const { consent, requests, wanted, sightings } = blocking;
  const url = frame.url().startsWith("http") ? frame.url() : frame.page().url();
  const seen = sightings.since(0);
  let judgedTo = sightings.end;
  let rules = collectRules(blocking, (category, engine) => rulesFor(category, engine, url, seen));
  const bannerRules = rules.filter(({ category }) => category === "cookie_banners");
  let holdBanner = wanted.includes("cookie_banners") && !consent.isAnswered;
  let [hasChanged, isBanner] = [false, false];

  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const { tokens, held, heldInFrame, rejected, ...found } = await withDeadline(
      limitMs,
      "sweep",
      runSweep(frame, blocking, {
        wanted,
        rules,
        blocked: [...requests.blocked],
        holdBanner,
        pressReject: !holdBanner && !consent.isAnswered,
        unlock: consent.isAnswered || requests.counts.cookie_banners !== undefined,
      }),
    );
    if (rejected) consent.pressed();
    hasChanged ||= found.changed;
    isBanner ||= found.isBanner;

    sightings.add(tokens);
    const fresh = sightings.since(judgedTo);
    judgedTo = sightings.end;
    rules = collectRules(blocking, (category, engine) =>
      rulesByTokens(category, engine, url, fresh),
    );
    bannerRules.push(...rules.filter(({ category }) => category === "cookie_banners"));
    if (held) {
      await consent.settle(loadedAt, heldInFrame);
      holdBanner = false;
      rules = [...rules.filter(({ category }) => category !== "cookie_banners"), ...bannerRules];
    } else if (rules.length === 0) {
      break;
    }
  }
  return { hasChanged, isBanner };
}

function collectRules(
  { engines, gaps }: Blocking,
  rulesOf: (category: Category, engine: FiltersEngine) => ElementRules,
): ElementRules[] {
  return [...engines].flatMap(([category, engine]) => {
    const rules = gaps.attempt("no element rules", { category }, () => rulesOf(category, engine));
    return rules === undefined || isEmpty(rules) ? [] : [rules];
  });
}

async function runSweep(
  frame: Frame,
  { sweepScript = "" }: Blocking,
  plan: SweepPlan,
): Promise<SweepResult> {
  const sweeping = call(`sweep(${JSON.stringify(plan)})`);
  // A document that was there before the capture has not got the program yet.
  return (
    (await evaluate<SweepResult | undefined>(frame, sweeping)) ??
    evaluate<SweepResult>(frame, `${sweepScript}; ${sweeping}`)
  );
}

/** A function of the sweeping program; undefined where the document has not got it. */
function call(expression: string): string {
  return `globalThis.edgeshotSweep?.${expression}`;
}

/** In a world that the page's scripts cannot reach. */
async function evaluate<T>(frame: Frame, expression: string): Promise<T> {
  // Not in the declarations; puppeteer keeps such a world in every frame for its own questions.
  const { isolatedRealm } = frame as unknown as { isolatedRealm: () => Pick<Frame, "evaluate"> };
  return isolatedRealm.call(frame).evaluate(expression) as Promise<T>;
}
