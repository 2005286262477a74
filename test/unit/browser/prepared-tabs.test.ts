import type { Browser } from "@cloudflare/puppeteer";
import { expect, it, onTestFinished, vi } from "vitest";
import { PreparedTabs } from "../../../src/browser/prepared-tabs.ts";
import { Budget } from "../../../src/capture/budget.ts";
import { BrowserFailure } from "../../../src/capture/classify-error.ts";
import { captureOptions } from "../../../src/contract/capture-options.ts";

it("A prepared tab that does not open is a failure of the browser, not a timeout of the capture.", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  // The tabs call no other function before the context opens.
  const browser = { createBrowserContext: () => new Promise(() => {}) } as unknown as Browser;
  const tabs = new PreparedTabs(browser, { privateTargets: [], localProxy: undefined });
  tabs.prepare(1);
  await vi.advanceTimersByTimeAsync(9_500);
  const request = {
    source: { kind: "url" as const, url: "https://example.com/" },
    options: captureOptions.parse({}),
    timeoutMs: 10_000,
    thumbnail: "never" as const,
  };

  const failure = tabs.take(request, new Budget(10_000)).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(500);

  expect(await Promise.race([failure, Promise.resolve("waiting")])).toBeInstanceOf(BrowserFailure);
});
