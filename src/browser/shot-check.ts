// Checks whether a browser still takes screenshots. All pages of a browser share its GPU process, which one page can block.
import type { Browser, BrowserContext } from "@cloudflare/puppeteer";
import { withDeadline } from "../lib/deadline.ts";

/** A browser that needs more time for a blank page cannot capture other pages in time, either. */
const CHECK_DEADLINE_MS = 5_000;

export class ShotCheck {
  readonly #browser: Browser;
  #running: Promise<boolean> | undefined;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /**
   * Returns whether the browser opens a blank page and takes a screenshot of it within 5 seconds. Concurrent calls share one
   * check.
   */
  async canShoot(): Promise<boolean> {
    this.#running ??= canShoot(this.#browser).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }
}

async function canShoot(browser: Browser): Promise<boolean> {
  const context = browser.createBrowserContext();
  try {
    await withDeadline(CHECK_DEADLINE_MS, "shot check", shootBlankPage(context));
    return true;
  } catch {
    return false;
  } finally {
    // A browser that does not close the context is closed or retired by its session.
    void context.then((opened) => opened.close()).catch(() => {});
  }
}

async function shootBlankPage(context: Promise<BrowserContext>): Promise<void> {
  const page = await (await context).newPage();
  const session = await page.createCDPSession();
  await session.send("Page.captureScreenshot");
}
