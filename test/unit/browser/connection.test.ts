import { afterEach, expect, it, vi } from "vitest";
import { acquireBrowser, listBrowsers } from "../../../src/browser/connection.ts";
import { DeadlineExceeded } from "../../../src/lib/deadline.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** Browser Run that begins to answer, and never ends. */
const endless = {
  fetch: async () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) })),
} as unknown as Fetcher; // of the binding nothing else is asked

it.each([
  ["starting a browser", acquireBrowser, 30_000],
  ["listing browsers", listBrowsers, 5_000],
])("does not wait for ever for an answer that never ends: %s", async (_, ask, limitMs) => {
  vi.useFakeTimers();
  const failure = ask(endless).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(limitMs);
  expect(await failure).toBeInstanceOf(DeadlineExceeded);
});
