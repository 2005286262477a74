// Removes from the page, and from the frames in it, what the block_* options want gone.
import type { Frame, Page } from "@cloudflare/puppeteer";
import type { Blocked } from "../../contract/blocked.ts";
import { withDeadline } from "../../lib/deadline.ts";
import { createLog } from "../../lib/log.ts";
import type { Blocking } from "../blocking/blocking.ts";
import { isEmpty, rulesByHost, rulesByTokens } from "../blocking/element-rules.ts";
import type { Budget } from "../budget.ts";
import type { Category, Removed, SweepPlan, SweepResult } from "../in-page/sweep/plan.ts";
import type { Tab } from "../tab.ts";
import { hasMovedOn } from "./hold.ts";

/** Milliseconds for one document; a page that is too busy to be swept is captured as it is. */
const DOCUMENT_LIMIT_MS = 3_000;

/** A frame that does not answer at once is not waited for: most are of no account. */
const FRAME_LIMIT_MS = 1_000;

/** Frames that are swept; pages with more of them have advertisements in most. */
const MAX_FRAMES = 20;

/** By address, by classes and ids, and once more when a consent platform has answered. */
const MAX_PASSES = 3;

const log = createLog("blocking");

/** `loadedAt`: when the page had loaded, in milliseconds of the clock. Throws only when the page has moved on. */
export async function sweep(
  { page }: Tab,
  blocking: Blocking | undefined,
  loadedAt: number,
  budget: Budget,
): Promise<void> {
  if (blocking?.sweepProgram === undefined) return;
  const documents = documentsOf(page).map(async ({ frame, limitMs }) => {
    try {
      await sweepDocument(frame, blocking, loadedAt, limitMs);
    } catch (error) {
      if (frame === page.mainFrame() && hasMovedOn(error)) throw error;
      // A page that does not answer, or breaks what it is asked, is captured as it is; frames come and go.
      if (frame !== page.mainFrame()) return;
      log("page not swept", { error });
      blocking.isIncomplete = true;
    }
  });
  await budget.run("capture", () => Promise.all(documents));
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
      runInside<Removed>(frame, blocking, FRAME_LIMIT_MS, "removed()").catch((): Removed => ({})),
    ),
  );
  const removedBy = (category: Category) => ({
    requests: requests.counts[category] ?? 0,
    elements: counts.reduce((sum, count) => sum + (count[category] ?? 0), 0),
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
      ...(blocking.isIncomplete ? { incomplete: true } : {}),
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
): Promise<void> {
  const { engines, consent, requests, wanted } = blocking;
  const url = frame.url().startsWith("http") ? frame.url() : frame.page().url();
  let rules = [...engines].map(([category, engine]) => rulesByHost(category, engine, url));
  const bannerRules = rules.filter(({ category }) => category === "cookie_banners");
  let holdBanner = wanted.includes("cookie_banners") && !consent.isAnswered;

  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const { tokens, held, heldInFrame, rejected } = await runInside<SweepResult>(
      frame,
      blocking,
      limitMs,
      `sweep(${JSON.stringify({
        wanted,
        rules,
        blocked: [...requests.blocked],
        holdBanner,
        pressReject: !holdBanner && !consent.isAnswered,
        unlock: consent.isAnswered || requests.counts.cookie_banners !== undefined,
      } satisfies SweepPlan)})`,
    );
    if (rejected) consent.pressed();

    // What is found by classes and ids is known after the first look.
    rules = pass > 0 ? [] : findRules(engines, url, tokens);
    bannerRules.push(...rules.filter(({ category }) => category === "cookie_banners"));
    if (held) {
      await consent.settle(loadedAt, heldInFrame);
      holdBanner = false;
      rules = [...rules.filter(({ category }) => category !== "cookie_banners"), ...bannerRules];
    } else if (rules.length === 0) {
      return;
    }
  }
}

function findRules(engines: Blocking["engines"], url: string, tokens: SweepResult["tokens"]) {
  return [...engines]
    .map(([category, engine]) => rulesByTokens(category, engine, url, tokens))
    .filter((rules) => !isEmpty(rules));
}

/** Calls a function of the sweeping program, in a world that the page's scripts cannot reach. */
async function runInside<T>(
  frame: Frame,
  { sweepProgram }: Blocking,
  limitMs: number,
  call: string,
): Promise<T> {
  const expression = `(() => { ${sweepProgram}; return edgeshotSweep.${call}; })()`;
  // Not in the declarations; puppeteer keeps such a world in every frame for its own questions.
  const { isolatedRealm } = frame as unknown as { isolatedRealm: () => Pick<Frame, "evaluate"> };
  const answer = isolatedRealm.call(frame).evaluate(expression);
  return withDeadline(limitMs, "sweep", answer as Promise<T>);
}
