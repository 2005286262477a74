// Starts the subjects of the benchmark: the service over HTTP, and a plain puppeteer-core script in the same browser.
import { existsSync, globSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PuppeteerBlocker } from "@ghostery/adblocker-puppeteer";
import puppeteer, { type Browser } from "puppeteer-core";
import type { CaptureOptionsInput } from "../../src/contract/capture-options.ts";

/** Captures one page as PNG, 1280 × 1024 pixels by default, and returns the file. */
export type Capture = (url: string, options?: CaptureOptionsInput) => Promise<Uint8Array>;

/** The requests of one account. */
export type Client = {
  capture: Capture;
  /** Sends a GET request with the account's key. Resolves when the response is complete. */
  get: (path: string) => Promise<Response>;
  /** Sends a JSON body with the account's key. */
  post: (path: string, body: unknown) => Promise<Response>;
  /** Sends the request and returns every response, including errors. */
  send: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Response>;
};

/** A running service and its first account. `pid` is the parent of all its processes. */
export type Service = Client & {
  /** Other accounts. */
  others: Client[];
  pid: number;
  inspectorPort: number;
  stop: () => Promise<void>;
};

/** `pid`: the process of its browser. */
export type Peer = { capture: Capture; version: string; pid: number; stop: () => Promise<void> };

/** A response that takes longer has stalled. */
const COMPLETE_WITHIN_MS = 120_000;

/** `capture`, `get` and `post` throw an Error with the service's message when the service returns an error. */
export function clientOf(serviceUrl: string, key: string): Client {
  const headers = { "X-API-Key": key, "Content-Type": "application/json" };
  const send = async (path: string, body?: unknown, more: Record<string, string> = {}) => {
    const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const signal = AbortSignal.timeout(COMPLETE_WITHIN_MS);
    let received = "no response";
    try {
      const answer = await fetch(`${serviceUrl}${path}`, {
        ...init,
        signal,
        headers: { ...headers, ...more },
      });
      received = `only the headers of a response ${answer.status}`;
      return new Response(await answer.arrayBuffer(), answer);
    } catch (cause) {
      throw new Error(`${path}: ${received} (${String(cause)})`, { cause });
    }
  };
  const sendOrThrow = async (path: string, body?: unknown) => {
    const answer = await send(path, body);
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
    return answer;
  };
  return {
    capture: async (url, options = {}) => {
      const answer = await sendOrThrow("/v1/capture", { url, options });
      return new Uint8Array(await answer.arrayBuffer());
    },
    get: (path) => sendOrThrow(path),
    post: (path, body) => sendOrThrow(path, body),
    send,
  };
}

/**
 * Starts the same browser as the service, from the cache folder that contains it, with additional environment variables.
 * Creates its profile in `folder`. With `filters`, Ghostery's wrapper of puppeteer handles every page.
 */
export async function launchPeer(
  browserCache: string,
  folder: string,
  environment: Record<string, string>,
  filters?: string[],
): Promise<Peer> {
  const [program] = globSync(join(browserCache, ".wrangler/chrome/*/*/chrome"));
  if (program === undefined || !existsSync(program)) {
    throw new Error("The browser is missing. Set CHROME_PATH to an installed Chrome or Chromium.");
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
    pid: browser.process()?.pid ?? 0,
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
