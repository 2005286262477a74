// How many banners, chats and advertisements are gone, and how many harmless pages are damaged.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { PNG } from "pngjs";
import { layoutOf, slugs } from "../capture/site/blocking/catalog.ts";
import { chatWidgets } from "../capture/site/blocking/chat-widgets.ts";
import { consentPlatforms } from "../capture/site/blocking/consent-platforms.ts";
import { AD_COLOUR, BANNER_COLOUR, CHAT_COLOUR } from "../capture/site/blocking/layouts.ts";
import type { CaptureOptionsInput } from "../../src/contract/capture-options.ts";
import type { Bench } from "./rows.ts";
import type { Capture } from "./subjects.ts";

/** Pages that are captured at once: nothing is timed here, and the others' captures mostly wait. */
const AT_ONCE = 4;

export const REMOVAL_HEAD = [
  "gone (without a trace)",
  "pages",
  "no blocking",
  "Ghostery",
  "Edgeshot",
];

/** A page, how it looks without what is to go, and the colour that tells whether it is gone. */
type Case = { path: string; cleanPath: string; colour?: string };

/** Pages of one kind, and the options under which Edgeshot captures them. */
type Group = { options: CaptureOptionsInput; cases: Case[] };

const BENIGN = join(import.meta.dirname, "../capture/site/blocking/benign");

/** So tall that everything is in view: frames of other sites are painted only there. */
const PAGE = { full_page: true, viewport_height: 2400 };

const ADS = { block_ads: true };
const BANNERS = { block_cookie_banners: true };
const CHATS = { block_chats: true };

/** Time for banners that come late, the same for everybody; Edgeshot waits by itself. */
const SETTLE_MS = 1_000;

/** `plain` shows the page as it is without what is to go. */
type Subject = { blocked: Capture; plain: Capture };

export async function* measureRemoval(bench: Bench): AsyncGenerator<string[]> {
  await bench.openNamedWeb();
  const peer = patient((await bench.startPeer()).capture);
  const ghostery = patient((await bench.startGhostery()).capture);
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
    for (const subject of subjects) cells.push(await judge(subject, group));
    const options = Object.keys(group.options).map((option) => `\`${option}\``);
    yield [`${options.join(", ")}: ${name}`, String(group.cases.length), ...cells];
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

/** The options are Edgeshot's. */
function patient(capture: Capture): Capture {
  return async (url) => capture(url, { ...PAGE, delay: SETTLE_MS });
}

async function judge({ blocked, plain }: Subject, { cases, options }: Group): Promise<string> {
  let [gone, traceless] = [0, 0];
  const left = [...cases];
  const judgeNext = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const { path, cleanPath, colour } = next;
      const [file, clean] = [
        await blocked(addressOf(path), options),
        await plain(addressOf(cleanPath)),
      ];
      if (colour === undefined || !hasColour(file, colour)) gone++;
      if (Buffer.compare(file, clean) === 0) traceless++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, judgeNext));
  const harmless = cases.every(({ colour }) => colour === undefined);
  return harmless ? `${cases.length - traceless} changed` : `${gone} (${traceless})`;
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
    "harmless pages": {
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
