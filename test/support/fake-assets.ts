// Replaces static assets of the Worker, to test missing and corrupted files.
import { env } from "cloudflare:workers";
import { vi } from "vitest";

/** Replaces the named files until `restore` is called. A value of `null` simulates a missing file. */
export function fakeAssets(files: Record<string, Uint8Array | string | null>): {
  restore: () => void;
} {
  // Each Durable Object has a separate binding. All bindings share a prototype.
  const prototype = Object.getPrototypeOf(env.ASSETS) as Fetcher;
  // oxlint-disable-next-line typescript/unbound-method -- called below with the original `this`
  const { fetch } = prototype;
  const spy = vi.spyOn(prototype, "fetch").mockImplementation(async function (
    this: Fetcher,
    input: RequestInfo | URL,
    init?: RequestInit,
  ) {
    const address = typeof input === "string" ? input : "";
    const name = /^https:\/\/assets\.invalid\/blocking\/(.+)$/.exec(address)?.[1] ?? "";
    if (!(name in files)) return fetch.call(this, input, init);
    const body = files[name] ?? null;
    return new Response(body, { status: body === null ? 404 : 200 });
  });
  return { restore: () => spy.mockRestore() };
}
