// Captures pages of named-server.ts, with and without blocking.
import { inject } from "vitest";
import type { CaptureOptionsInput } from "../../src/contract/capture-options.ts";
import type { LayoutName } from "../capture/site/blocking/layouts.ts";
import { capture, fileOf } from "./capture.ts";

type Shot = {
  file: Uint8Array<ArrayBuffer>;
  /** Addresses that the page requested from the server. */
  requests: string[];
};

export const BLOCK_EVERYTHING: CaptureOptionsInput = {
  block_ads: true,
  block_cookie_banners: true,
  block_chats: true,
};

/** Options for tests that only look for the colour of a large element: an image with a quarter of the pixels costs less time. */
export const HALF_SIZE: CaptureOptionsInput = { image_width: 640 };

type ShootSettings = {
  /** The page's host. The default is a random host, so that the server can separate the requests of each capture. */
  host?: string;
  /** Variables of the Worker. */
  vars?: Record<string, string>;
};

export async function shoot(
  path: string,
  options: CaptureOptionsInput,
  { host = randomHost(), vars }: ShootSettings = {},
): Promise<Shot> {
  const file = await fileOf(await capture(`https://${host}${path}`, options, vars));
  const response = await fetch(`${inject("site").origin}/__requests?of=${host}`);
  return { file, requests: await response.json() };
}

function randomHost(): string {
  return `t${crypto.randomUUID().slice(0, 8)}.site.example`;
}

const cleanFiles = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/** Returns a full-page screenshot of the layout without additions. Captures each layout once per test file. */
export async function cleanPage(layout: LayoutName): Promise<Uint8Array<ArrayBuffer>> {
  const cached = cleanFiles.get(layout);
  if (cached !== undefined) return cached;
  const captured = shoot(`/clean/${layout}`, { full_page: true }).then(({ file }) => file);
  cleanFiles.set(layout, captured);
  return captured;
}

/** Returns the hosts of the requests, without the hosts of pages. */
export function hostsOf(requests: string[]): string[] {
  return requests
    .map((address) => new URL(address).hostname)
    .filter((host) => !host.endsWith(".example"));
}

/** Returns whether a banner has reported this answer to the page's host. */
export function hasAnswered(answer: "accepted" | "rejected", requests: string[]): boolean {
  return requests.some((address) => new URL(address).pathname === `/answered/${answer}`);
}
