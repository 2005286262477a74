// Pages of named-server.ts in the picture, with and without what they carry.
import { inject } from "vitest";
import type { CaptureOptionsInput } from "../../src/contract/capture-options.ts";
import { capture, fileOf } from "./capture.ts";

/** A capture of one page: the file, and the addresses that arrived at the server from that page meanwhile. */
type Shot = { file: Uint8Array; requests: string[] };

export const BLOCK_EVERYTHING: CaptureOptionsInput = {
  block_ads: true,
  block_cookie_banners: true,
  block_chats: true,
};

/**
 * Each shot has a host of its own, by which its requests are told from others'; `home` is that of a vendor instead.
 */
export async function shoot(
  path: string,
  options: CaptureOptionsInput,
  home?: string,
): Promise<Shot> {
  const host = home ?? `t${crypto.randomUUID().slice(0, 8)}.site.example`;
  const file = await fileOf(await capture(`https://${host}${path}`, options));
  const answer = await fetch(`${inject("site").origin}/__requests?of=${host}`);
  return { file, requests: await answer.json() };
}

/** Whether a button of the page said this word. */
export function wasSaid(word: "accepted" | "rejected", requests: string[]): boolean {
  return requests.some((address) => new URL(address).pathname === `/said/${word}`);
}
