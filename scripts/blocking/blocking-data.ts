// Compiles the data of the block_* options from pinned packages into the folder of static assets.
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
import { CHAT_VENDORS_FILE, readChatFilters } from "./chat-vendors.ts";
import { readFilterList, readHiddenNames } from "./filter-lists.ts";
import { bundlePageProgram } from "./page-programs.ts";
import { assetsFolder, cache, root } from "../lib/paths.ts";
import { readVendorDomains } from "./vendor-domains.ts";

type Output = {
  /** Path in the folder of assets. src/capture/blocking/blocking-assets.ts reads the file by this name. */
  name: string;
  /** Packages, and paths in this checkout. The output is built again when one of them changes. */
  inputs: string[];
  build: () => Promise<string | Uint8Array> | string | Uint8Array;
};

const RULES = "@adguard/dnr-rulesets";
const ENGINE = "@ghostery/adblocker";
const AUTOCONSENT = "@duckduckgo/autoconsent";

const OUTPUTS: Output[] = [
  {
    name: "blocking/ads.bin",
    inputs: [RULES, ENGINE, "scripts/blocking/filter-lists.ts"],
    build: () => compile(readFilterList("ads")),
  },
  {
    name: "blocking/cookie_banners.bin",
    inputs: [RULES, ENGINE, "scripts/blocking/filter-lists.ts"],
    build: () => compile(readFilterList("cookie_banners")),
  },
  {
    name: "blocking/chats.bin",
    inputs: [
      RULES,
      ENGINE,
      "scripts/blocking/filter-lists.ts",
      "scripts/blocking/chat-vendors.ts",
      CHAT_VENDORS_FILE,
    ],
    build: () => compile([...readFilterList("chats"), ...readChatFilters()]),
  },
  {
    name: "blocking/trackers.bin",
    inputs: [RULES, ENGINE, "scripts/blocking/filter-lists.ts"],
    build: () => compile(readFilterList("trackers")),
  },
  {
    name: "blocking/vendor-domains.json",
    inputs: [
      "third-party-web",
      "scripts/blocking/vendor-domains.ts",
      "scripts/blocking/chat-vendors.ts",
      CHAT_VENDORS_FILE,
    ],
    build: () => JSON.stringify(readVendorDomains()),
  },
  {
    name: "blocking/cookie-tokens.json",
    inputs: [RULES, ENGINE, "scripts/blocking/filter-lists.ts"],
    build: () => JSON.stringify(readHiddenNames("cookie_banners")),
  },
  {
    name: "blocking/consent-rules.json",
    inputs: [AUTOCONSENT],
    build: () =>
      readFileSync(join(root, "node_modules", AUTOCONSENT, "rules/compact-rules.json"), "utf8"),
  },
  {
    name: "blocking/consent.js",
    inputs: [AUTOCONSENT, ...listProgramFiles("consent")],
    build: () => bundlePageProgram("src/capture/in-page/consent/agent.ts", "edgeshotConsent"),
  },
  {
    name: "blocking/sweep.js",
    inputs: [
      AUTOCONSENT,
      ENGINE,
      "src/capture/in-page/dom.ts",
      "src/capture/in-page/global-dom.ts",
      ...listProgramFiles("sweep"),
    ],
    build: () => bundlePageProgram("src/capture/in-page/sweep/sweep.ts", "edgeshotSweep"),
  },
];

const hashesFile = join(cache, "blocking.json");

/**
 * Builds the outputs that are missing or whose inputs have changed, or all outputs with `force`. Returns the names of
 * the outputs that were built.
 */
export async function prepareBlockingData({ force = false } = {}): Promise<string[]> {
  const hashes = readHashes();
  const built: string[] = [];
  for (const { name, inputs, build } of OUTPUTS) {
    const file = join(assetsFolder, name);
    const hash = hashInputs(inputs);
    if (!force && hashes[name] === hash && existsSync(file)) continue;
    writeAtomically(file, await build());
    hashes[name] = hash;
    writeAtomically(hashesFile, JSON.stringify(hashes));
    built.push(name);
  }
  return built;
}

function listProgramFiles(name: string): string[] {
  const folder = `src/capture/in-page/${name}`;
  return [
    "scripts/blocking/page-programs.ts",
    ...readdirSync(join(root, folder)).map((file) => `${folder}/${file}`),
  ];
}

function compile(lines: string[]): Uint8Array {
  return FiltersEngine.parse(lines.join("\n"), {
    enableMutationObserver: false,
    // Without the check, the engine accepts a truncated list that matches nothing.
    integrityCheck: true,
    loadCSPFilters: false,
    loadExtendedSelectors: true,
    loadPreprocessors: false,
  }).serialize();
}

function hashInputs(inputs: string[]): string {
  const hash = createHash("sha256");
  for (const input of [...inputs, "scripts/blocking/blocking-data.ts"]) {
    const file = /^(?:scripts|src)\//.test(input) ? input : `node_modules/${input}/package.json`;
    hash.update(readFileSync(join(root, file)));
  }
  return hash.digest("hex");
}

function readHashes(): Record<string, string> {
  if (!existsSync(hashesFile)) return {};
  return JSON.parse(readFileSync(hashesFile, "utf8")) as Record<string, string>;
}

/** Writes a file in one step, because other processes may read or write it at the same time. */
function writeAtomically(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  const partial = join(cache, `partial-${process.pid}`);
  writeFileSync(partial, content);
  renameSync(partial, file);
}
