// Pages of named-server.ts in the picture, with and without what they carry.
import { inject } from "vitest";
import type { CaptureOptionsInput } from "../../src/contract/capture-options.ts";
import type { LayoutName } from "../capture/site/blocking/layouts.ts";
import { capture, fileOf } from "./capture.ts";

/** A capture of one page: the file, and the addresses that arrived at the server from that page meanwhile. */
type Shot = { file: Uint8Array<ArrayBuffer>; requests: string[] };

export const BLOCK_EVERYTHING: CaptureOptionsInput = {
  block_ads: true,
  block_cookie_banners: true,
  block_chats: true,
};

type Circumstances = {
  /** A vendor's host, instead of one that nobody else has, by which the requests are told from others'. */
  home?: string;
  /** Variables of the Worker. */
  vars?: Record<string, string>;
};

export async function shoot(
  path: string,
  options: CaptureOptionsInput,
  { home, vars }: Circumstances = {},
): Promise<Shot> {
  const host = home ?? `t${crypto.randomUUID().slice(0, 8)}.site.example`;
  const file = await fileOf(await capture(`https://${host}${path}`, options, vars));
  const answer = await fetch(`${inject("site").origin}/__requests?of=${host}`);
  return { file, requests: await answer.json() };
}

const cleanFiles = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/** The layout with nothing on it, in full height; taken once a test file. */
export async function cleanPage(layout: LayoutName): Promise<Uint8Array<ArrayBuffer>> {
  const known = cleanFiles.get(layout);
  if (known !== undefined) return known;
  const taken = shoot(`/clean/${layout}`, { full_page: true }).then(({ file }) => file);
  cleanFiles.set(layout, taken);
  return taken;
}

/** The hosts that were asked, but for the page's own. */
export function hostsOf(requests: string[]): string[] {
  return requests
    .map((address) => new URL(address).hostname)
    .filter((host) => !host.endsWith(".example"));
}

/** Whether a button of the page said this word. */
export function wasSaid(word: "accepted" | "rejected", requests: string[]): boolean {
  return requests.some((address) => new URL(address).pathname === `/said/${word}`);
}
