// One capture, from a blank tab to bytes.
import { openBlocking } from "./blocking/blocking.ts";
import type { BlockingAssets } from "./blocking/blocking-assets.ts";
import { BrowserFailure } from "./classify-error.ts";
import type { Budget } from "./budget.ts";
import type { CaptureRequest, Rendered } from "./request.ts";
import { shootImage } from "./shoot/image.ts";
import { shootPdf } from "./shoot/pdf.ts";
import { shootThumbnail } from "./shoot/thumbnail.ts";
import { checkSelectors } from "./steps/check-selectors.ts";
import { injectAssets } from "./steps/inject-assets.ts";
import { emulate, seedSession } from "./steps/emulate.ts";
import { limitSize } from "./steps/limit-size.ts";
import { retryOnNavigation } from "./steps/retry-on-navigation.ts";
import { waitForFonts } from "./steps/fonts.ts";
import { repeatShotOnNavigation } from "./steps/freeze-page.ts";
import { intercept } from "./steps/intercept.ts";
import { locate } from "./steps/locate.ts";
import { navigate, targetOf } from "./steps/navigate.ts";
import { scroll } from "./steps/scroll.ts";
import { reportBlocked } from "./steps/report-blocked.ts";
import { sweep } from "./steps/sweep.ts";
import { expandPage } from "./steps/expand-page.ts";
import { wait } from "./steps/wait.ts";
import type { Tab } from "./tab.ts";

/**
 * Captures a page in a tab that nobody has used. A stream and a thumbnail in the answer are taken from the open page:
 * the tab must live until both have ended. `isSpare` is asked for the thumbnail when the picture is there. Throws
 * ServiceError, or what classifyError() makes one of.
 */
export async function render(
  tab: Tab,
  request: CaptureRequest,
  budget: Budget,
  blockingAssets: BlockingAssets,
  isSpare: () => Promise<boolean>,
): Promise<Rendered> {
  const { options } = request;
  const target = targetOf(request);
  tab.page.once("error", (crash) => budget.fail(new BrowserFailure(crash)));

  const [blocking] = await budget.run("navigation", () =>
    Promise.all([
      openBlocking(blockingAssets, options, target),
      checkSelectors(tab, options),
      seedSession(tab, options, target),
    ]),
  );
  await intercept(tab, request, target, blocking, budget);
  // Sent first, so that the page's own request and first script find everything in place.
  const emulated = emulate(tab, options, target);
  // A language takes a question first: it needs the browser's own user agent.
  if (options.locale !== undefined) await emulated;
  const [, httpStatus] = await Promise.all([emulated, navigate(tab, request, target, budget)]);
  const loadedAt = Date.now();
  const { area, truncated } = await retryOnNavigation(tab, budget, async (isHeld) => {
    // The caller's own script may be what leads on and on.
    await injectAssets(tab, isHeld ? { ...options, scripts: undefined } : options, budget);
    await wait(tab, options, budget);
    // A page that its banner has locked cannot be scrolled through; what scrolling loads is swept again.
    if (options.full_page_scroll === true) await sweep(tab, blocking, loadedAt, budget);
    // Asked together, in this order.
    await Promise.all([expandPage(tab, options, budget), scroll(tab, options, budget)]);
    // Asked together, in this order: a page that gives no cause for blocking does not wait for its sweep.
    const [hasChanged] = await Promise.all([
      sweep(tab, blocking, loadedAt, budget),
      waitForFonts(tab, budget),
    ]);
    if (hasChanged) await waitForFonts(tab, budget);
    const located = await locate(tab, options, budget);
    return { ...located, area: await limitSize(tab, located.area, options, request.maxSidePx) };
  });
  // Asked together with the shot, so that it tells what the picture shows and costs no time of its own.
  const blocked = reportBlocked(tab, blocking);
  const image = await budget.run("capture", () =>
    repeatShotOnNavigation(tab, () =>
      options.format === "pdf"
        ? shootPdf(tab, options, budget)
        : shootImage(tab, options.format, area, options, budget),
    ),
  );
  return {
    ...image,
    format: options.format,
    truncated,
    ...(httpStatus === undefined ? {} : { httpStatus }),
    ...(await blocked),
    ...(request.thumbnail === "never" ? {} : { thumbnail: thumbnail() }),
  };

  async function thumbnail() {
    const isWanted = request.thumbnail === "always" || (await isSpare());
    return isWanted ? shootThumbnail(tab, area, options) : undefined;
  }
}
