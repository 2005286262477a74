// Places a browser where the local Browser Run binding looks for Chrome, so that wrangler does not download one.
import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { cache, root } from "../lib/paths.ts";
import { replaceFile } from "../lib/replace-file.ts";
import { type Browser, writeWrapper } from "./browser-wrapper.ts";
import { headlessShell } from "./headless-shell.ts";

/** Lists the lightest browser first: a headless shell captures four times as many pages as a full Chrome. */
const INSTALLED = [
  "chrome-headless-shell",
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
];
const INSTALLED_ON_MACOS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * Prepares the browser and returns the environment in which wrangler and vitest find it. Order: CHROME_PATH, the
 * headless shell of the package @sparticuz/chromium (Linux on x64), an installed Chrome or Chromium. Without any of
 * them, wrangler downloads Chrome at the first capture. Throws an Error with a message for the user.
 */
export async function prepareBrowser(): Promise<Record<string, string>> {
  const place = chromeLocation();
  const browser = place && (await findBrowser());
  if (browser) {
    for (const version of expectedVersions()) {
      const folder = join(cache, ".wrangler/chrome", `${place.platform}-${version}`);
      await writeWrapper(join(folder, place.program), browser);
      // Without this marker file, miniflare deletes the folder after a failed launch and downloads Chrome.
      replaceFile(join(folder, ".miniflare-install-complete"), "");
    }
  }
  return { XDG_CACHE_HOME: cache };
}

async function findBrowser(): Promise<Browser | undefined> {
  const chosen = process.env["CHROME_PATH"];
  if (chosen) {
    if (!isProgram(chosen))
      throw new Error(
        `CHROME_PATH is ${chosen}, which is not an executable file. Correct or unset it.`,
      );
    return { program: chosen, environment: {} };
  }
  if (process.platform === "linux" && process.arch === "x64") return headlessShell();

  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const onPath = INSTALLED.flatMap((name) => folders.map((folder) => join(folder, name)));
  const program = [...(process.platform === "darwin" ? INSTALLED_ON_MACOS : []), ...onPath].find(
    isProgram,
  );
  return program === undefined ? undefined : { program, environment: {} };
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    // The file does not exist or is not executable.
    return false;
  }
}

/**
 * Returns platform and path in the terms of @puppeteer/browsers. Returns undefined on systems on which a script cannot
 * replace a program.
 */
function chromeLocation(): { platform: string; program: string } | undefined {
  const arm = process.arch === "arm64";
  if (process.platform === "linux") {
    return { platform: arm ? "linux_arm" : "linux", program: "chrome-linux64/chrome" };
  }
  if (process.platform !== "darwin") return undefined;
  const application = "Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing";
  return {
    platform: arm ? "mac_arm" : "mac",
    program: `chrome-mac-${arm ? "arm64" : "x64"}/${application}`,
  };
}

/** Returns the Chrome versions that the installed copies of miniflare expect. Each is a constant in its code. */
function expectedVersions(): Set<string> {
  const versions = ["wrangler", "@cloudflare/vitest-pool-workers"].map((host) => {
    const manifest = join(root, "node_modules", host, "package.json");
    const miniflare = createRequire(manifest).resolve("miniflare");
    const version = /\bBROWSER_VERSION = "([\d.]+)"/.exec(readFileSync(miniflare, "utf8"))?.[1];
    if (version !== undefined) return version;
    // Without the version, miniflare would silently download Chrome, from a host that may be unreachable.
    throw new Error(
      `The browser version that ${host} expects is missing in ${miniflare}. ` +
        "Its layout has changed: adapt scripts/local/browser.ts.",
    );
  });
  return new Set(versions);
}
