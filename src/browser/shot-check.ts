// Checks whether a browser still takes screenshots. All pages of a browser share its GPU process, which one page can block.
import type { Browser, BrowserContext, Page } from "@cloudflare/puppeteer";
import { withDeadline } from "../lib/deadline.ts";

/** A browser that needs more time for a blank page cannot capture other pages in time, either. */
const CHECK_DEADLINE_MS = 5_000;

/** Returns whether the browser opens a blank page and takes a screenshot of it within 5 seconds. */
export async function canShoot(browser: Browser): Promise<boolean> {
  const check = withBlankPage(browser, shoot);
  return withDeadline(CHECK_DEADLINE_MS, "shot check", check).then(
    () => true,
    () => false,
  );
}

/**
 * Returns whether the browser opens pages but takes no screenshot within 5 seconds. A browser that is only busy opens pages
 * slowly, too.
 */
export async function isBlocked(browser: Browser): Promise<boolean> {
  const check = withBlankPage(browser, async (page) => {
    let hasShot = false;
    const shot = shoot(page).then(() => {
      hasShot = true;
    });
    await Promise.race([shot, scheduler.wait(CHECK_DEADLINE_MS)]);
    if (!hasShot) await Promise.race([shot, withBlankPage(browser, async () => {})]);
    return !hasShot;
  });
  // A browser that opens no page is closed after a timeout (canShoot).
  return check.catch(() => false);
}

async function withBlankPage<T>(browser: Browser, use: (page: Page) => Promise<T>): Promise<T> {
  const context: Promise<BrowserContext> = browser.createBrowserContext();
  try {
    return await use(await (await context).newPage());
  } finally {
    // A browser that does not close the context is closed or retired by its session.
    void context.then((opened) => opened.close()).catch(() => {});
  }
}

async function shoot(page: Page): Promise<void> {
  const session = await page.createCDPSession();
  await session.send("Page.captureScreenshot");
}
