// Counts removed banners, chats and advertisements, and benign pages that blocking has changed.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { PNG } from "pngjs";
import { layoutOf, slugs } from "../capture/site/blocking/catalog.ts";
import { chatWidgets } from "../capture/site/blocking/chat-widgets.ts";
import { consentPlatforms } from "../capture/site/blocking/consent-platforms.ts";
import { AD_COLOUR, BANNER_COLOUR, CHAT_COLOUR } from "../capture/site/blocking/layouts.ts";
import type { CaptureOptionsInput } from "../../src/contract/capture-options.ts";
import type { Bench } from "./bench.ts";
import type { Capture } from "./subjects.ts";

/** Pages that are captured at the same time. This benchmark does not measure time. */
const CONCURRENCY = 4;

export const REMOVAL_HEAD = [
  "removed (identical to the clean page)",
  "pages",
  "no blocking",
  "Ghostery",
  "Edgeshot",
];

/** A page, the same page without the blocked element, and the colour of this element. Benign pages have no colour. */
type Case = { path: string; cleanPath: string; colour?: string };

/** Pages of one kind, and the options under which Edgeshot captures them. */
type Group = { options: CaptureOptionsInput; cases: Case[] };

const BENIGN = join(import.meta.dirname, "../capture/site/blocking/benign");

/** The viewport shows the whole page, because Chromium paints cross-site frames only in the viewport. */
const PAGE = { full_page: true, viewport_height: 2400 };

const ADS = { block_ads: true };
const BANNERS = { block_cookie_banners: true };
const CHATS = { block_chats: true };

/** Delay for late banners, in milliseconds. Edgeshot needs no delay, because it waits for banners. */
const BANNER_DELAY_MS = 1_000;

/** `plain` captures the clean page without blocking. */
type Subject = { blocked: Capture; plain: Capture };

export async function* measureRemoval(bench: Bench): AsyncGenerator<string[]> {
  await bench.openNamedWeb();
  const peer = withDelay((await bench.startPeer()).capture);
  const ghostery = withDelay((await bench.startGhostery()).capture);
  const { capture } = await bench.startService({});
  const whole: Capture = async (url, options) => capture(url, { ...PAGE, ...options });
  const [peerPlain, wholePlain] = [once(peer), once(whole)];
  const subjects: Subject[] = [
    { blocked: peer, plain: peerPlain },
    { blocked: ghostery, plain: peerPlain },
    { blocked: whole, plain: wholePlain },
  ];

  for (const [name, group] of Object.entries(groups())) {
    const cells: string[] = [];
    for (const subject of subjects) cells.push(await measureGroup(subject, group));
    const options = Object.keys(group.options).map((option) => `\`${option}\``);
    yield [`${options.join(", ")}: ${name}`, String(group.cases.length), ...cells];
  }
}

/** Captures each address once, because many pages share the same clean page. */
function once(capture: Capture): Capture {
  const captures = new Map<string, Promise<Uint8Array>>();
  return async (url) => {
    const file = captures.get(url) ?? capture(url);
    captures.set(url, file);
    return file;
  };
}

/** Ignores the options, which only Edgeshot supports, and waits for late banners instead. */
function withDelay(capture: Capture): Capture {
  return async (url) => capture(url, { ...PAGE, delay: BANNER_DELAY_MS });
}

async function measureGroup(
  { blocked, plain }: Subject,
  { cases, options }: Group,
): Promise<string> {
  let [removed, identical] = [0, 0];
  const queue = [...cases];
  const measureNext = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { path, cleanPath, colour } = next;
      const [file, clean] = [
        await blocked(addressOf(path), options),
        await plain(addressOf(cleanPath)),
      ];
      if (colour === undefined || !hasColour(file, colour)) removed++;
      if (Buffer.compare(file, clean) === 0) identical++;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, measureNext));
  const isBenign = cases.every(({ colour }) => colour === undefined);
  return isBenign ? `${cases.length - identical} changed` : `${removed} (${identical})`;
}

function groups(): Record<string, Group> {
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
    "consent platforms, vendor-hosted": {
      options: BANNERS,
      cases: widgets("consent", "vendor", consentPlatforms, BANNER_COLOUR),
    },
    "consent platforms, self-hosted": {
      options: BANNERS,
      cases: widgets("consent", "page", consentPlatforms, BANNER_COLOUR),
    },
    "unknown banners": {
      options: BANNERS,
      cases: slugs.unknown.map((slug) => ({
        path: `/unknown/${slug}`,
        cleanPath: `/clean/${layoutOf("unknown", slug)}`,
        colour: BANNER_COLOUR,
      })),
    },
    "chats, vendor-hosted": {
      options: CHATS,
      cases: widgets("chat", "vendor", chatWidgets, CHAT_COLOUR),
    },
    "chats, self-hosted": {
      options: CHATS,
      cases: widgets("chat", "page", chatWidgets, CHAT_COLOUR),
    },
    advertisements: {
      options: ADS,
      cases: slugs.ad.map((slug) => ({
        path: `/ad/${slug}`,
        cleanPath: `/without-ad/${slug}`,
        colour: AD_COLOUR,
      })),
    },
    "benign pages": {
      options: { ...ADS, ...BANNERS, ...CHATS },
      cases: readdirSync(BENIGN).map((file) => {
        const path = `${file.startsWith("chat-company") ? "https://www.intercom.com" : ""}/benign/${file}`;
        return { path, cleanPath: path };
      }),
    },
  };
}

function addressOf(path: string): string {
  return new URL(path, "https://bench.site.example").href;
}

/** Returns whether the image contains the colour, in CSS syntax: "rgb(200, 0, 120)". Samples every sixth pixel. */
function hasColour(file: Uint8Array, colour: string): boolean {
  const { data, width, height } = PNG.sync.read(Buffer.from(file));
  const channels = (/\d+, \d+, \d+/.exec(colour)?.[0] ?? "").split(", ").map(Number);
  for (let y = 3; y < height; y += 6)
    for (let x = 3; x < width; x += 6) {
      const at = (y * width + x) * 4;
      if (channels.every((value, channel) => data[at + channel] === value)) return true;
    }
  return false;
}
