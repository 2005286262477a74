import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { BlockingAssets } from "../../../../src/capture/blocking/blocking-assets.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "log").mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Assets whose first read never ends, as when the object that started it has ended. */
function assetsWithHungRead() {
  let reads = 0;
  const fetch = () => {
    reads += 1;
    return reads === 1
      ? new Promise<Response>(() => {})
      : Promise.resolve(new Response("the program"));
  };
  const parsed = new Map<string, unknown>();
  return { binding: { fetch }, parsed, reads: () => reads };
}

it("Each capture waits at most 5 seconds for a file, and the next capture reads it again.", async () => {
  const { binding, parsed } = assetsWithHungRead();
  const assets = new BlockingAssets(binding, parsed);
  const first = assets.program("sweep");
  await vi.advanceTimersByTimeAsync(4_000);
  const second = assets.program("sweep");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await first).toBeUndefined();
  expect(await assets.program("sweep")).toBe("the program");
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await second).toBeUndefined();
});

it("Sessions share parsed files, but no read.", async () => {
  const { binding, parsed, reads } = assetsWithHungRead();
  const hung = new BlockingAssets(binding, parsed).program("sweep");
  expect(await new BlockingAssets(binding, parsed).program("sweep")).toBe("the program");
  expect(await new BlockingAssets(binding, parsed).program("sweep")).toBe("the program");
  expect(reads()).toBe(2);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await hung).toBeUndefined();
});
