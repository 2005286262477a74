// Places a browser where the local Browser Run binding looks for Chrome, so that wrangler does not download one.
import { spawn } from "node:child_process";
import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { headlessShell } from "./headless-shell.ts";
import { cache, root, runsFolder } from "../lib/paths.ts";
import { replaceFile } from "../lib/replace-file.ts";
import { FLAGS_FILE } from "./runs.ts";

/** A browser program and the environment variables it needs in addition to those of this process. */
export type Browser = { program: string; environment: Record<string, string> };

/** Turns off requests to Google, and makes text look the same on every machine. */
const FLAGS = [
  "--disable-quic",
  "--disable-component-update",
  "--disable-domain-reliability",
  "--no-pings",
  "--no-default-browser-check",
  "--font-render-hinting=none",
  "--enable-unsafe-swiftshader",
];

export const NO_SANDBOX = "--no-sandbox";

/** Set this variable to keep all arguments. Benchmarks set it for the browser of the puppeteer-core script. */
export const PLAIN_VARIABLE = "EDGESHOT_PLAIN_BROWSER";

/** The browser crashes when shared memory is full, and containers often have 64 MiB. */
const SHARED_MEMORY_MIN_BYTES = 2 * 1024 ** 3;

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

/** Writes a script in the place of Chrome that runs the browser with its flags. Tries the script before using it. */
async function writeWrapper(path: string, browser: Browser): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  const sandboxed = wrapperText(browser, FLAGS);
  const unsandboxed = wrapperText(browser, [NO_SANDBOX, ...FLAGS]);
  // Chromium has no sandbox for root, or on a kernel without user namespaces for other users.
  const candidates = isRoot ? [unsandboxed] : [sandboxed, unsandboxed];
  const current = existsSync(path) ? readFileSync(path, "utf8") : undefined;
  if (current === candidates[0]) return;

  const trialFolder = mkdtempSync(join(tmpdir(), "edgeshot-trial-"));
  let output = "";
  try {
    for (const candidate of candidates) {
      const program = join(trialFolder, "chrome");
      replaceFile(program, candidate, 0o755);
      const trial = await tryBrowser(program, join(trialFolder, "profile"));
      if (trial.starts) {
        replaceFile(path, candidate, 0o755);
        return;
      }
      output = trial.output;
    }
  } finally {
    rmSync(trialFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
  rmSync(path, { force: true });
  throw new Error(`The browser ${browser.program} does not start:\n${output}`);
}

/** Files in /tmp instead of shared memory add 6 % to the cost of a capture. */
const NO_SHARED_MEMORY = "--disable-dev-shm-usage";

/** Without Chromium's protection, one page that calls history.replaceState() in a loop stops all pages of its browser. */
const NO_FLOODING_PROTECTION = "--disable-ipc-flooding-protection";

/** Returns shell code that removes arguments of the local Browser Run binding, unless PLAIN_VARIABLE is set. */
function removeArguments(names: string[]): string {
  return `if [ -z "$${PLAIN_VARIABLE}" ]; then
  for argument in "$@"; do
    shift
    case $argument in
      ${names.join("|")}) ;;
      *) set -- "$@" "$argument" ;;
    esac
  done
fi
`;
}

function hasRoomForSharedMemory(): boolean {
  if (process.platform !== "linux" || !existsSync("/dev/shm")) return false;
  const { bavail, bsize } = statfsSync("/dev/shm");
  return bavail * bsize >= SHARED_MEMORY_MIN_BYTES;
}

function wrapperText(browser: Browser, flags: string[]): string {
  const variables = Object.entries(browser.environment).map(
    ([name, value]) => `export ${name}=${quoteForShell(value)}\n`,
  );
  return `#!/bin/sh
# Written by scripts/local/browser.ts. The local Browser Run binding starts it as Chrome.
${variables.join("")}# A full Chrome creates a socket in TMPDIR, and the path of a socket must be short.
unset TMPDIR
# The profile is in the temporary folder of a run. The run can have extra flags, one per line (runs.ts). Without the
# changes for the service, the browser uses no proxy (proxy.ts), either.
more=
for argument in "$@"; do
  case $argument in --user-data-dir=${quoteForShell(runsFolder)}/*)
    run=\${argument#--user-data-dir=${quoteForShell(runsFolder)}/}
    more=$(cat ${quoteForShell(runsFolder)}/"\${run%%/tmp/*}"/${FLAGS_FILE} 2>/dev/null)
    [ -z "$${PLAIN_VARIABLE}" ] || more=$(printf '%s\\n' "$more" | grep -v -e '^--proxy-' -e '^--force-webrtc-')
  esac
done
${removeArguments([NO_FLOODING_PROTECTION, ...(hasRoomForSharedMemory() ? [NO_SHARED_MEMORY] : [])])}set -f
IFS='
'
exec ${quoteForShell(browser.program)} ${flags.join(" ")} $more "$@"
`;
}

/** Returns whether the browser opens its debugging port within 20 seconds, and the end of its output. */
async function tryBrowser(
  path: string,
  profile: string,
): Promise<{ starts: boolean; output: string }> {
  const flags = ["--headless=new", "--remote-debugging-port=0", "--no-first-run"];
  const child = spawn(path, [...flags, `--user-data-dir=${profile}`, "about:blank"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise<void>((resolve) =>
    child.once("close", () => resolve()).once("error", () => resolve()),
  );
  const timer = setTimeout(() => child.kill("SIGKILL"), 20_000);

  let output = "";
  for await (const chunk of child.stderr) {
    output += String(chunk);
    if (output.includes("DevTools listening on")) child.kill("SIGKILL");
  }
  await ended;
  clearTimeout(timer);
  return { starts: output.includes("DevTools listening on"), output: output.slice(-2_000) };
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
