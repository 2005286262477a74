// Captures one page: prepare, load, settle, shoot.
import type { Scrolled } from "../contract/screenshot.ts";
import { type Blocking, openBlocking } from "./blocking/blocking.ts";
import type { BlockingAssets } from "./blocking/blocking-assets.ts";
import { BrowserFailure } from "./classify-error.ts";
import type { Budget } from "./budget.ts";
import type { Area } from "./geometry.ts";
import { enableFrameWorlds } from "./isolated-world.ts";
import { enableLifecycle } from "./lifecycle.ts";
import type { CaptureRequest, Rendered } from "./request.ts";
import { ignoreErrors } from "./network/ignore-errors.ts";
import { shootImage } from "./shoot/image.ts";
import { shootPdf } from "./shoot/pdf.ts";
import { shootThumbnail } from "./shoot/thumbnail.ts";
import { resumeAnimations } from "./shots.ts";
import { checkSelectors } from "./steps/check-selectors.ts";
import { describePage } from "./steps/describe-page.ts";
import { emulate, seedSession } from "./steps/emulate.ts";
import { completeParts, expandPage, hideMenus } from "./steps/expand-page.ts";
import { repeatShotOnBanner } from "./steps/repeat-shot-on-banner.ts";
import { repeatShotOnNavigation } from "./steps/freeze-page.ts";
import { hideIgnored } from "./steps/hide-ignored.ts";
import { injectAssets } from "./steps/inject-assets.ts";
import { interact, listClicks, type PendingClicks } from "./steps/interact.ts";
import { checkText } from "./steps/check-text.ts";
import { intercept } from "./steps/intercept.ts";
import { locate, type Located } from "./steps/locate.ts";
import { navigate, targetOf } from "./steps/navigate.ts";
import { retryOnNavigation } from "./steps/retry-on-navigation.ts";
import { reportBlocked } from "./steps/report-blocked.ts";
import { scrollPage } from "./steps/scroll-page.ts";
import { sweep } from "./steps/sweep.ts";
import { waitForContent } from "./steps/wait-for-content.ts";
import { wait } from "./steps/wait.ts";
import type { Tab } from "./tab.ts";

/** The inputs that all phases of one capture share. */
type Inputs = {
  tab: Tab;
  request: CaptureRequest;
  target: URL;
  budget: Budget;
  blocking: Blocking | undefined;
  clicks: PendingClicks;
};

type Settled = Located & { scrolled: Scrolled | undefined };

/**
 * Captures a page in an unused tab. A streamed body and the thumbnail read the open page: close the tab after both have
 * ended. Calls `isIdle` after the shot when the request asks for a thumbnail only on an idle browser. Throws ServiceError,
 * or an error that classifyError() converts.
 */
export async function render(
  tab: Tab,
  request: CaptureRequest,
  budget: Budget,
  blockingAssets: BlockingAssets,
  isIdle: () => Promise<boolean>,
): Promise<Rendered> {
  tab.page.once("error", (crash) => budget.fail(new BrowserFailure(crash)));

  const inputs = await prepare(tab, request, budget, blockingAssets);
  const httpStatus = await load(inputs);
  const loadedAt = Date.now();
  const { area, truncated, scrolled } = await retryOnNavigation(tab, budget, (isFrozen) =>
    settle(inputs, loadedAt, isFrozen),
  );
  const image = await shoot(inputs, area, loadedAt);

  return {
    ...image,
    format: request.options.format,
    truncated,
    ...(scrolled === undefined ? {} : { scrolled }),
    ...(httpStatus === undefined ? {} : { httpStatus }),
    ...(request.thumbnail === "never" ? {} : { thumbnail: shootLater() }),
  };

  async function shootLater() {
    const isNeeded = request.thumbnail === "always" || (await isIdle());
    return isNeeded ? shootThumbnail(tab, area, request.options) : undefined;
  }
}

/** Configures the blank tab before the navigation. */
async function prepare(
  tab: Tab,
  request: CaptureRequest,
  budget: Budget,
  blockingAssets: BlockingAssets,
): Promise<Inputs> {
  const { options } = request;
  const target = targetOf(request);
  const [blocking] = await budget.run("navigation", () =>
    pipeline([
      openBlocking(blockingAssets, options, target),
      enableFrameWorlds(tab, options),
      enableLifecycle(tab, options),
      checkSelectors(tab, request),
      seedSession(tab, options, target),
    ]),
  );
  await intercept(tab, request, target, blocking, budget);
  return { tab, request, target, budget, blocking, clicks: listClicks(options) };
}

/** Navigates to the target. Returns its HTTP status, or undefined for HTML input. */
async function load({ tab, request, target, budget }: Inputs): Promise<number | undefined> {
  const emulated = emulate(tab, request.options, target);
  // With a locale, emulate() waits for the browser's user agent. Await it, so that no command is sent after the navigation.
  if (request.options.locale !== undefined) await emulated;
  const [, httpStatus] = await pipeline([emulated, navigate(tab, request, target, budget)]);
  return httpStatus;
}

/** Brings the loaded page into its final state and measures the area to capture. */
async function settle(
  { tab, request, budget, blocking, clicks }: Inputs,
  loadedAt: number,
  isFrozen: boolean,
): Promise<Settled> {
  const { options } = request;
  // Omit the caller's script on a frozen page, because the script may have caused the repeated navigation.
  const assets = { ...options, ...(isFrozen ? { scripts: undefined } : {}) };
  await injectAssets(tab, assets, budget);
  // A cookie banner may cover an element or lock scrolling. Content that loads after clicks or on scrolling is swept below.
  if (clicks.length > 0 || options.hover !== undefined) {
    await sweep(tab, blocking, loadedAt, budget, "early");
    await interact(tab, clicks, options, budget, isFrozen);
  }
  await wait(tab, options, budget);
  if (options.full_page_scroll === true) await sweep(tab, blocking, loadedAt, budget, "early");
  const [, scrolled] = await pipeline([
    expandPage(tab, options, budget),
    scrollPage(tab, options, budget),
  ]);
  const [hasChanged] = await pipeline([
    sweep(tab, blocking, loadedAt, budget, "last"),
    waitForContent(tab, options, budget),
  ]);
  if (hasChanged) await waitForContent(tab, options, budget);
  await checkText(tab, options, budget);
  await hideIgnored(tab, request, budget);
  // Run after the sweep, which finds banners by their position in the window.
  let [, located] = await pipeline([
    completeParts(tab, options, budget),
    locate(tab, options, budget),
  ]);
  // Scrolling to the element may load images that move the element.
  if (located.hasMoved === true && (await waitForContent(tab, options, budget)))
    located = await locate(tab, options, budget);
  await hideMenus(tab, options, located.area, budget);
  return { ...located, scrolled };
}

/**
 * Takes the screenshot or prints the PDF. At the same time, counts blocked elements and reads the facts of the page, so
 * that they match the image.
 */
async function shoot(
  { tab, request, budget, blocking }: Inputs,
  area: Area | "viewport",
  loadedAt: number,
) {
  const { options } = request;
  const takeShot = async () => {
    const blocked = reportBlocked(tab, blocking);
    const image = await budget.run("capture", () =>
      repeatShotOnNavigation(tab, async () => {
        const readFacts = describePage(tab, request.source);
        const shot =
          options.format === "pdf"
            ? await shootPdf(tab, options, budget)
            : await shootImage(tab, options.format, area, options, budget);
        return { ...shot, ...(await readFacts()) };
      }),
    );
    return { ...image, ...(await blocked) };
  };
  const sweepAgain = async () => {
    // Banners that fade out must disappear.
    await ignoreErrors(resumeAnimations(tab));
    return sweep(tab, blocking, loadedAt, budget, "repeated");
  };
  const reports = blocking?.categories.includes("cookie_banners") ? blocking.reports : undefined;
  return repeatShotOnBanner(reports, budget, sweepAgain, takeShot);
}

/**
 * Awaits steps that were started in the listed order. Their commands reach the browser in this order and share one round
 * trip, because no step waits for the answer of another.
 */
async function pipeline<Steps extends readonly unknown[] | []>(
  steps: Steps,
): Promise<{ -readonly [Index in keyof Steps]: Awaited<Steps[Index]> }> {
  return Promise.all(steps);
}
