// Writes the script in the place of Chrome that runs the local browser with its flags.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runsFolder } from "../lib/paths.ts";
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

/**
 * The priority of browsers (nice), below that of the Worker. Otherwise the Worker waits for pages that use all processors,
 * and with it every other request.
 */
export const BROWSER_NICENESS = 5;

/**
 * Shell code that lowers the priority of the browser. Linux may compare sessions instead of processes (sched(7), "The
 * autogroup feature"). The local Browser Run binding starts each browser in a session. Without this feature, the command
 * `nice` has the same effect, except for root: Chromium then resets the priority of its renderers.
 */
const LOWER_PRIORITY = `{ read -r _ _ _ _ _ session _ </proc/$$/stat; } 2>/dev/null
[ "$session" != $$ ] || { echo ${BROWSER_NICENESS} >/proc/$$/autogroup; } 2>/dev/null
`;

/**
 * The memory of a process of the browser, for example of a page. Chromium reserves 0.5 GiB of it. Otherwise one page can use
 * all memory of the machine. Only Linux applies this limit, and it does not include shared memory.
 */
const PROCESS_MEMORY_MAX_KIB = 2.5 * 1024 ** 2;

/** The browser crashes when shared memory is full, and containers often have 64 MiB. */
const SHARED_MEMORY_MIN_BYTES = 2 * 1024 ** 3;

/** Writes a script in the place of Chrome that runs the browser with its flags. Tries the script before using it. */
export async function writeWrapper(path: string, browser: Browser): Promise<void> {
  const choices = sandboxChoices(isRoot()).map((flags) =>
    wrapperText(browser, [...flags, ...FLAGS]),
  );
  const current = existsSync(path) ? readFileSync(path, "utf8") : undefined;
  if (current === choices[0]) return;

  const trialFolder = mkdtempSync(join(tmpdir(), "edgeshot-trial-"));
  const program = join(trialFolder, "chrome");
  try {
    const { chosen, output } = await firstThatStarts(choices, (choice) => {
      replaceFile(program, choice, 0o755);
      return tryBrowser(program, join(trialFolder, "profile"));
    });
    if (chosen !== undefined) return replaceFile(path, chosen, 0o755);
    rmSync(path, { force: true });
    throw new Error(`The browser ${browser.program} does not start:\n${output}`);
  } finally {
    rmSync(trialFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

/** Returns the flags to try, in this order: a sandbox that works is used. Chromium has no sandbox for root. */
export function sandboxChoices(root: boolean): string[][] {
  return root ? [[NO_SANDBOX]] : [[], [NO_SANDBOX]];
}

type Trial = { starts: boolean; output: string };

/** Tries one choice after another. `output` is that of the last trial. */
export async function firstThatStarts<Choice>(
  choices: readonly Choice[],
  tryOut: (choice: Choice) => Promise<Trial>,
): Promise<{ chosen?: Choice; output: string }> {
  let output = "";
  for (const choice of choices) {
    const trial = await tryOut(choice);
    if (trial.starts) return { chosen: choice, output: trial.output };
    output = trial.output;
  }
  return { output };
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
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
# Written by scripts/local/browser-wrapper.ts. The local Browser Run binding starts it as Chrome.
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
# Does not raise a lower limit of the system.
ulimit -d ${PROCESS_MEMORY_MAX_KIB} 2>/dev/null
${LOWER_PRIORITY}${removeArguments([NO_FLOODING_PROTECTION, ...(hasRoomForSharedMemory() ? [NO_SHARED_MEMORY] : [])])}set -f
IFS='
'
exec ${isRoot() ? "" : `nice -n ${BROWSER_NICENESS} `}${quoteForShell(browser.program)} ${flags.join(" ")} $more "$@"
`;
}

/** Returns whether the browser opens its debugging port within 20 seconds, and the end of its output. */
async function tryBrowser(path: string, profile: string): Promise<Trial> {
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
