// What the block_* options work with, compiled from pinned packages into the folder of static assets.
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { FiltersEngine } from "@ghostery/adblocker";
import { chatFilters } from "./chat-filters.ts";
import { CHAT_VENDORS } from "./chat-vendors.ts";
import { readFilterList } from "./filter-lists.ts";
import { bundlePageProgram } from "./page-programs.ts";
import { assetsFolder, cache, root } from "../lib/paths.ts";
import { readRuleTokens } from "./rule-tokens.ts";
import { readVendorDomains } from "./vendor-domains.ts";

type Output = {
  /** Under the folder of assets; src/capture/blocking/blocking-assets.ts reads it by this name. */
  name: string;
  /** Packages and files of this checkout of which it is made: it is made anew when one of them changed. */
  from: string[];
  make: () => Promise<string | Uint8Array> | string | Uint8Array;
};

const RULES = "@adguard/dnr-rulesets";
const ENGINE = "@ghostery/adblocker";
const AUTOCONSENT = "@duckduckgo/autoconsent";

const OUTPUTS: Output[] = [
  {
    name: "blocking/ads.bin",
    from: [RULES, ENGINE, "scripts/blocking/filter-lists.ts"],
    make: () => compile(readFilterList("ads")),
  },
  {
    name: "blocking/cookie_banners.bin",
    from: [RULES, ENGINE, "scripts/blocking/filter-lists.ts"],
    make: () => compile(readFilterList("cookie_banners")),
  },
  {
    name: "blocking/chats.bin",
    from: [
      RULES,
      ENGINE,
      "scripts/blocking/filter-lists.ts",
      "scripts/blocking/chat-filters.ts",
      "scripts/blocking/chat-vendors.ts",
      CHAT_VENDORS,
    ],
    make: () => compile([...readFilterList("chats"), ...chatFilters()]),
  },
  {
    name: "blocking/vendor-domains.json",
    from: [
      "third-party-web",
      "scripts/blocking/vendor-domains.ts",
      "scripts/blocking/chat-vendors.ts",
      CHAT_VENDORS,
    ],
    make: () => JSON.stringify(readVendorDomains()),
  },
  {
    name: "blocking/cookie-tokens.json",
    from: [RULES, ENGINE, "scripts/blocking/filter-lists.ts", "scripts/blocking/rule-tokens.ts"],
    make: () => JSON.stringify(readRuleTokens(readFilterList("cookie_banners"))),
  },
  {
    name: "blocking/consent-rules.json",
    from: [AUTOCONSENT],
    make: () =>
      readFileSync(join(root, "node_modules", AUTOCONSENT, "rules/compact-rules.json"), "utf8"),
  },
  {
    name: "blocking/consent.js",
    from: [AUTOCONSENT, ...programFiles("consent")],
    make: () => bundlePageProgram("src/capture/in-page/consent/agent.ts", "edgeshotConsent"),
  },
  {
    name: "blocking/sweep.js",
    from: [AUTOCONSENT, ENGINE, ...programFiles("sweep")],
    make: () => bundlePageProgram("src/capture/in-page/sweep/sweep.ts", "edgeshotSweep"),
  },
];

const stampFile = join(cache, "blocking.json");

/** Makes what is missing or older than what it is made of; all of it when `anew`. Resolves to the names it has made. */
export async function prepareBlockingData({ anew = false } = {}): Promise<string[]> {
  const stamps = readStamps();
  const made: string[] = [];
  for (const { name, from, make } of OUTPUTS) {
    const file = join(assetsFolder, name);
    const stamp = stampOf(from);
    if (!anew && stamps[name] === stamp && existsSync(file)) continue;
    writeWhole(file, await make());
    stamps[name] = stamp;
    writeWhole(stampFile, JSON.stringify(stamps));
    made.push(name);
  }
  return made;
}

function programFiles(name: string): string[] {
  const folder = `src/capture/in-page/${name}`;
  return [
    "scripts/blocking/page-programs.ts",
    ...readdirSync(join(root, folder)).map((file) => `${folder}/${file}`),
  ];
}

function compile(lines: string[]): Uint8Array {
  return FiltersEngine.parse(lines.join("\n"), {
    enableMutationObserver: false,
    // Half of a list would be read, too, and match nothing.
    integrityCheck: true,
    loadCSPFilters: false,
    loadExtendedSelectors: true,
    loadPreprocessors: false,
  }).serialize();
}

function stampOf(inputs: string[]): string {
  const hash = createHash("sha256");
  for (const input of [...inputs, "scripts/blocking/blocking-data.ts"]) {
    const file = /^(?:scripts|src)\//.test(input) ? input : `node_modules/${input}/package.json`;
    hash.update(readFileSync(join(root, file)));
  }
  return hash.digest("hex");
}

function readStamps(): Record<string, string> {
  if (!existsSync(stampFile)) return {};
  return JSON.parse(readFileSync(stampFile, "utf8")) as Record<string, string>;
}

/** Two processes may write at once, and a running service may read: nobody sees half of a file. */
function writeWhole(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  const partial = join(cache, `partial-${process.pid}`);
  writeFileSync(partial, content);
  renameSync(partial, file);
}
