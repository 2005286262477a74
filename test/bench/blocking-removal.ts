// How many banners, chats and advertisements are gone, and how many harmless pages are damaged.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { PNG } from "pngjs";
import { layoutOf, slugs } from "../capture/site/blocking/catalog.ts";
import { chatWidgets } from "../capture/site/blocking/chat-widgets.ts";
import { consentPlatforms } from "../capture/site/blocking/consent-platforms.ts";
import { AD_COLOUR, BANNER_COLOUR, CHAT_COLOUR } from "../capture/site/blocking/layouts.ts";
import type { Bench } from "./rows.ts";
import type { Capture } from "./subjects.ts";

export const REMOVAL_HEAD = ["gone (without a trace)", "no blocking", "Ghostery", "Edgeshot"];

/** A page, how it looks without what is to go, and the colour that tells whether it is gone. */
type Case = { path: string; cleanPath: string; colour?: string };

const BENIGN = join(import.meta.dirname, "../capture/site/blocking/benign");

const BLOCK_EVERYTHING = { block_ads: true, block_cookie_banners: true, block_chats: true };

/** Time for banners that come late, the same for everybody; Edgeshot waits by itself. */
const SETTLE_MS = 1_000;

/** `plain` shows the page as it is without what is to go. */
type Subject = { blocked: Capture; plain: Capture };

export async function* measureRemoval(bench: Bench): AsyncGenerator<string[]> {
  await bench.openNamedWeb();
  const peer = patient((await bench.startPeer()).capture);
  const ghostery = patient((await bench.startGhostery()).capture);
  const { capture } = await bench.startService({});
  const subjects: Subject[] = [
    { blocked: peer, plain: once(peer) },
    { blocked: ghostery, plain: once(peer) },
    {
      blocked: async (url) => capture(url, { full_page: true, ...BLOCK_EVERYTHING }),
      plain: once(async (url) => capture(url, { full_page: true })),
    },
  ];

  for (const [name, cases] of Object.entries(groups())) {
    const cells: string[] = [];
    for (const subject of subjects) cells.push(await judge(subject, cases));
    yield [`${name}, ${cases.length}`, ...cells];
  }
}

/** Captures each page once: many have the same clean one. */
function once(capture: Capture): Capture {
  const known = new Map<string, Promise<Uint8Array>>();
  return async (url) => {
    const taken = known.get(url) ?? capture(url);
    known.set(url, taken);
    return taken;
  };
}

function patient(capture: Capture): Capture {
  return async (url) => capture(url, { full_page: true, delay: SETTLE_MS });
}

async function judge({ blocked, plain }: Subject, cases: Case[]): Promise<string> {
  let [gone, traceless] = [0, 0];
  for (const { path, cleanPath, colour } of cases) {
    const [file, clean] = [await blocked(addressOf(path)), await plain(addressOf(cleanPath))];
    if (colour === undefined || !hasColour(file, colour)) gone++;
    if (Buffer.compare(file, clean) === 0) traceless++;
  }
  const harmless = cases.every(({ colour }) => colour === undefined);
  return harmless ? `${cases.length - traceless} changed` : `${gone} (${traceless})`;
}

function groups(): Record<string, Case[]> {
  const widgets = (
    kind: "consent" | "chat",
    from: "vendor" | "page",
    all: readonly { script?: string }[],
    colour: string,
  ): Case[] =>
    slugs[kind]
      .filter((_, index) => from === "page" || all[index]?.script !== undefined)
      .map((slug) => ({
        path: `/${kind}/${slug}?from=${from}`,
        cleanPath: `/clean/${layoutOf(kind, slug)}`,
        colour,
      }));
  return {
    "consent platforms, vendor-hosted": widgets(
      "consent",
      "vendor",
      consentPlatforms,
      BANNER_COLOUR,
    ),
    "consent platforms, self-hosted": widgets("consent", "page", consentPlatforms, BANNER_COLOUR),
    "unknown banners": slugs.unknown.map((slug) => ({
      path: `/unknown/${slug}`,
      cleanPath: `/clean/${layoutOf("unknown", slug)}`,
      colour: BANNER_COLOUR,
    })),
    "chats, vendor-hosted": widgets("chat", "vendor", chatWidgets, CHAT_COLOUR),
    "chats, self-hosted": widgets("chat", "page", chatWidgets, CHAT_COLOUR),
    advertisements: slugs.ad.map((slug) => ({
      path: `/ad/${slug}`,
      cleanPath: `/without-ad/${slug}`,
      colour: AD_COLOUR,
    })),
    "harmless pages": readdirSync(BENIGN).map((file) => {
      const path = `${file.startsWith("chat-company") ? "https://www.intercom.com" : ""}/benign/${file}`;
      return { path, cleanPath: path };
    }),
  };
}

function addressOf(path: string): string {
  return new URL(path, "https://bench.site.example").href;
}

/** `colour` as CSS writes it: "rgb(200, 0, 120)". */
function hasColour(file: Uint8Array, colour: string): boolean {
  const { data, width, height } = PNG.sync.read(Buffer.from(file));
  const wanted = (/\d+, \d+, \d+/.exec(colour)?.[0] ?? "").split(", ").map(Number);
  for (let y = 3; y < height; y += 6)
    for (let x = 3; x < width; x += 6) {
      const at = (y * width + x) * 4;
      if (wanted.every((value, channel) => data[at + channel] === value)) return true;
    }
  return false;
}
