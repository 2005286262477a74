// Static assets that are not as they should be: the Worker's own binding, asked by the Worker's own code, with another answer.
import { env } from "cloudflare:workers";
import { vi } from "vitest";

/** `null`: there is no such file. Files that are not named are as they are. Lasts until `unplant` is called. */
export function fakeAssets(files: Record<string, Uint8Array | string | null>): {
  restore: () => void;
} {
  // Each object has bindings of its own, of one kind.
  const kind = Object.getPrototypeOf(env.ASSETS) as Fetcher;
  // oxlint-disable-next-line typescript/unbound-method -- called with the `this` that it is asked of
  const { fetch } = kind;
  const planted = vi.spyOn(kind, "fetch").mockImplementation(async function (
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
  return { restore: () => planted.mockRestore() };
}
