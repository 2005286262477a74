// Puts a browser where the local Browser Run binding looks for Chrome, so that nothing is downloaded outside the registry.
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

/** A browser program and the environment that it needs beside our own. */
export type Browser = { program: string; environment: Record<string, string> };

/** Chromium without its calls home, and with the same letter shapes on every machine. */
const FLAGS = [
  "--disable-quic",
  "--disable-component-update",
  "--disable-domain-reliability",
  "--no-pings",
  "--no-default-browser-check",
  "--font-render-hinting=none",
  "--enable-unsafe-swiftshader",
];

/** Set for a browser that is to have the flags of whoever starts it, such as the one beside the service in a benchmark. */
export const PLAIN_MARK = "EDGESHOT_PLAIN_BROWSER";

/** Containers often have 64 MiB of shared memory, and a browser whose shared memory is full crashes. */
const ROOMY_BYTES = 2 * 1024 ** 3;

/** Installed browsers, the lightest first: a headless shell captures four times as many pages as a full Chrome. */
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
 * Makes the browser ready and returns the environment under which wrangler and vitest find it. Order: CHROME_PATH, the
 * headless shell of the package @sparticuz/chromium (Linux on x64), an installed Chrome or Chromium; without any of
 * them wrangler downloads Chrome at the first capture. Throws an Error with a sentence for the user.
 */
export async function prepareBrowser(): Promise<Record<string, string>> {
  const place = placeOfChrome();
  const browser = place && (await findBrowser());
  if (browser) {
    for (const version of expectedVersions()) {
      const folder = join(cache, ".wrangler/chrome", `${place.platform}-${version}`);
      await writeWrapper(join(folder, place.program), browser);
      // Without this marker one failed launch makes miniflare discard the folder and download Chrome.
      replaceFile(join(folder, ".miniflare-install-complete"), "");
    }
  }
  return { XDG_CACHE_HOME: cache };
}

async function findBrowser(): Promise<Browser | undefined> {
  const chosen = process.env["CHROME_PATH"];
  if (chosen) {
    if (!isProgram(chosen)) throw new Error(`CHROME_PATH names ${chosen}, which is not a program.`);
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
    // Absent or not executable: both mean "not here".
    return false;
  }
}

/** Platform and path as @puppeteer/browsers names them; undefined where a script cannot stand in for a program. */
function placeOfChrome(): { platform: string; program: string } | undefined {
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

/** The versions of Chrome that the installed copies of miniflare look for; each is a constant in its code. */
function expectedVersions(): Set<string> {
  const versions = ["wrangler", "@cloudflare/vitest-pool-workers"].map((host) => {
    const manifest = join(root, "node_modules", host, "package.json");
    const miniflare = createRequire(manifest).resolve("miniflare");
    const version = /\bBROWSER_VERSION = "([\d.]+)"/.exec(readFileSync(miniflare, "utf8"))?.[1];
    if (version !== undefined) return version;
    // Going on would mean a silent download, from a host that may be out of reach.
    throw new Error(
      `The browser version that ${host} expects cannot be read from ${miniflare}. ` +
        "Its layout has changed: adapt scripts/local/browser.ts to it.",
    );
  });
  return new Set(versions);
}

/** A script in the place of Chrome that runs the browser with its flags; tried once before it is trusted. */
async function writeWrapper(path: string, browser: Browser): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  const sandboxed = wrapperText(browser, FLAGS);
  const open = wrapperText(browser, ["--no-sandbox", ...FLAGS]);
  // Root has no sandbox, and neither has a kernel without user namespaces.
  const candidates = isRoot ? [open] : [sandboxed, open];
  if (existsSync(path) && candidates.includes(readFileSync(path, "utf8"))) return;

  let output = "";
  for (const candidate of candidates) {
    replaceFile(path, candidate, 0o755);
    const trial = await tryBrowser(path);
    if (trial.starts) return;
    output = trial.output;
  }
  rmSync(path, { force: true });
  throw new Error(`The browser ${browser.program} does not start:\n${output}`);
}

/** Files in /tmp instead of shared memory make a capture cost 6 % more. */
const IN_SHARED_MEMORY = `if [ -z "$${PLAIN_MARK}" ]; then
  for argument in "$@"; do
    shift
    [ "$argument" = --disable-dev-shm-usage ] || set -- "$@" "$argument"
  done
fi
`;

function hasRoomForSharedMemory(): boolean {
  if (process.platform !== "linux" || !existsSync("/dev/shm")) return false;
  const { bavail, bsize } = statfsSync("/dev/shm");
  return bavail * bsize >= ROOMY_BYTES;
}

function wrapperText(browser: Browser, flags: string[]): string {
  const variables = Object.entries(browser.environment).map(
    ([name, value]) => `export ${name}=${quoteForShell(value)}\n`,
  );
  return `#!/bin/sh
# Written by scripts/local/browser.ts; the local Browser Run binding takes it for Chrome.
${variables.join("")}# A full Chrome puts a socket there, and the path of a socket must be short.
unset TMPDIR
# The profile lies in the folder of the run, where flags of its own may stand, one a line (runs.ts).
more=
for argument in "$@"; do
  case $argument in --user-data-dir=${quoteForShell(runsFolder)}/*)
    run=\${argument#--user-data-dir=${quoteForShell(runsFolder)}/}
    more=$(cat ${quoteForShell(runsFolder)}/"\${run%%/*}"/${FLAGS_FILE} 2>/dev/null)
  esac
done
${hasRoomForSharedMemory() ? IN_SHARED_MEMORY : ""}set -f
IFS='
'
exec ${quoteForShell(browser.program)} ${flags.join(" ")} $more "$@"
`;
}

/** Whether the browser offers its debugging port within 20 seconds, and what it printed. */
async function tryBrowser(path: string): Promise<{ starts: boolean; output: string }> {
  const profile = mkdtempSync(join(tmpdir(), "edgeshot-trial-"));
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
  rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  return { starts: output.includes("DevTools listening on"), output: output.slice(-2_000) };
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
