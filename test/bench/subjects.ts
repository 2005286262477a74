// The two that are compared: the service over HTTP, and a plain puppeteer-core script in the same browser.
import { existsSync, globSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PuppeteerBlocker } from "@ghostery/adblocker-puppeteer";
import puppeteer, { type Browser } from "puppeteer-core";
import type { CaptureOptionsInput } from "../../src/contract/capture-options.ts";

/** Captures one page as PNG, 1280 × 1024 unless the options say otherwise, and resolves to the file. */
export type Capture = (url: string, options?: CaptureOptionsInput) => Promise<Uint8Array>;

/** A running service. `pid`: the process that has started all the others. */
export type Service = {
  capture: Capture;
  /** A GET of this path with the account's key; resolves once the whole answer is there. */
  get: (path: string) => Promise<Response>;
  pid: number;
  inspectorPort: number;
  stop: () => Promise<void>;
};

export type Peer = { capture: Capture; version: string; stop: () => Promise<void> };

/** Throws an Error with the service's own words where it does not answer 200. */
export function captureThrough(serviceUrl: string, key: string): Capture {
  return async (url, options = {}) => {
    const answer = await fetch(`${serviceUrl}/v1/capture`, {
      method: "POST",
      headers: { "X-API-Key": key, "Content-Type": "application/json" },
      body: JSON.stringify({ url, options }),
    });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (!answer.ok) throw new Error(`${answer.status}: ${new TextDecoder().decode(bytes)}`);
    return bytes;
  };
}

/** Throws an Error where the service does not answer 200. */
export function getFrom(serviceUrl: string, key: string): Service["get"] {
  return async (path) => {
    const answer = await fetch(`${serviceUrl}${path}`, { headers: { "X-API-Key": key } });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status}: ${text}`);
    return new Response(text);
  };
}

/**
 * Starts the browser that the service has, from below the cache folder where it was prepared, with the `environment`
 * beside our own. Its profile lies in `folder`. With `filters` every page goes through Ghostery's wrapper of puppeteer.
 */
export async function launchPeer(
  browserCache: string,
  folder: string,
  environment: Record<string, string>,
  filters?: string[],
): Promise<Peer> {
  const [program] = globSync(join(browserCache, ".wrangler/chrome/*/*/chrome"));
  if (program === undefined || !existsSync(program)) {
    throw new Error("The service would download its browser; set CHROME_PATH for a comparison.");
  }
  const browser = await puppeteer.launch({
    executablePath: program,
    headless: "shell",
    userDataDir: mkdtempSync(join(folder, "peer-")),
    env: { ...process.env, ...environment },
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  const blocker = filters && PuppeteerBlocker.parse(filters.join("\n"));
  return {
    capture: async (url, options) => captureInFreshContext(browser, blocker, url, options),
    version: await browser.version(),
    stop: async () => browser.close(),
  };
}

async function captureInFreshContext(
  browser: Browser,
  blocker: PuppeteerBlocker | undefined,
  url: string,
  {
    full_page: fullPage = false,
    viewport_height: height = 1024,
    delay = 0,
  }: CaptureOptionsInput = {},
): Promise<Uint8Array> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 1280, height });
  if (blocker !== undefined) await blocker.enableBlockingInPage(page);
  await page.goto(url);
  if (delay > 0) await sleep(delay);
  const image = await page.screenshot({ fullPage });
  await context.close();
  return image;
}
