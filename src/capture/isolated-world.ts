// Runs functions in puppeteer's isolated world: it shares the document with the page, but the page's scripts can neither
// replace nor observe the built-in objects and prototypes that functions use there.
import type { Frame } from "@cloudflare/puppeteer";
import { UTILITY_WORLD_NAME } from "@cloudflare/puppeteer/internal/common/util.js";
import { ignoreErrors } from "./network/ignore-errors.ts";
import { mainFrameId, type Tab } from "./tab.ts";

type World = {
  evaluate<Args extends unknown[], Result>(
    pageFunction: string | ((...args: Args) => Result),
    ...args: Args
  ): Promise<Awaited<Result>>;
  evaluateHandle: Frame["evaluateHandle"];
  hasContext(): boolean;
};

/** Runs a function of in-page/ in the page's main frame and returns its result. Page scripts cannot affect it. */
export async function evaluateIsolated<Args extends unknown[], Result>(
  { page, cdp }: Tab,
  pageFunction: (...args: Args) => Result,
  ...args: Args
): Promise<Awaited<Result>> {
  const world = isolatedWorldOf(page.mainFrame());
  if (!world.hasContext()) {
    // Chromium creates the world with each document, except when scripts are disabled.
    const frameId = mainFrameId(page);
    void ignoreErrors(
      cdp.send("Page.createIsolatedWorld", { frameId, worldName: UTILITY_WORLD_NAME }),
    );
  }
  return world.evaluate(pageFunction, ...args);
}

/** Returns the isolated world of a frame. */
export function isolatedWorldOf(frame: Frame): World {
  // Puppeteer has an isolated world in every frame, but its declarations omit the method.
  return (frame as unknown as { isolatedRealm: () => World }).isolatedRealm();
}
