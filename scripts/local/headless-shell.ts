// The headless shell that ships inside an npm package: unpacked once, with the libraries and fonts it needs.
import { execFile, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Browser } from "./browser.ts";
import { browserFolder } from "../lib/paths.ts";
import { replaceFile } from "../lib/replace-file.ts";

/** The program and its environment, for Linux on x64. Throws an Error that names the libraries the system lacks. */
export async function headlessShell(): Promise<Browser> {
  const entry = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  const manifest = JSON.parse(readFileSync(join(dirname(entry), "../package.json"), "utf8")) as {
    version: string;
  };
  const folder = join(browserFolder, `headless-shell-${manifest.version}`);
  if (!existsSync(folder)) await unpack(join(dirname(entry), "../bin"), folder);

  const program = join(folder, "chromium");
  const environment = { FONTCONFIG_FILE: writeFontConfig(join(folder, "fonts")) };
  if (missingLibraries(program).length === 0) return { program, environment };

  // The package brings libnss3 and libexpat for machines without them; they need glibc 2.34 (Debian 12, Ubuntu 22.04).
  const libraries = join(folder, "al2023/lib");
  const missing = missingLibraries(program, libraries);
  if (missing.length === 0) {
    return { program, environment: { ...environment, LD_LIBRARY_PATH: libraries } };
  }
  throw new Error(
    `The browser needs ${missing.join(", ")} from the system. On Debian and Ubuntu: apt-get install libnss3 libexpat1. ` +
      "Or set CHROME_PATH to a Chrome or Chromium that runs here.",
  );
}

/** Two processes may unpack at once: each into its own folder, and the first one to finish gives it the final name. */
async function unpack(packed: string, folder: string): Promise<void> {
  mkdirSync(browserFolder, { recursive: true });
  removeAbandoned();
  const partial = join(browserFolder, `partial-${process.pid}-${Date.now()}`);
  mkdirSync(partial);

  const unpacker = join(import.meta.dirname, "unpack.ts");
  const env = { ...process.env, TMPDIR: partial };
  await promisify(execFile)(process.execPath, [unpacker, packed], { env });

  try {
    renameSync(partial, folder);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    // Somebody else was first: theirs is the same.
    if (!existsSync(folder)) throw error;
  }
}

/** Unpacking takes seconds; what is older was left behind by a process that died. */
function removeAbandoned(): void {
  const tenMinutesAgo = Date.now() - 600_000;
  for (const name of readdirSync(browserFolder)) {
    const path = join(browserFolder, name);
    if (name.startsWith("partial-") && statSync(path).mtimeMs < tenMinutesAgo) {
      rmSync(path, { recursive: true, force: true });
    }
  }
}

/** The system's fonts and the one of the package, so that text appears on a machine without any. */
function writeFontConfig(packaged: string): string {
  const file = join(browserFolder, "fonts.conf");
  replaceFile(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <dir>${escapeXml(join(homedir(), ".fonts"))}</dir>
  <dir>${escapeXml(join(homedir(), ".local/share/fonts"))}</dir>
  <dir>${escapeXml(packaged)}</dir>
  <cachedir>${escapeXml(join(browserFolder, "font-cache"))}</cachedir>
</fontconfig>
`,
  );
  return file;
}

function missingLibraries(program: string, folder?: string): string[] {
  const env = folder === undefined ? process.env : { ...process.env, LD_LIBRARY_PATH: folder };
  const { stdout, stderr } = spawnSync("ldd", [program], { env, encoding: "utf8" });
  // A system too old for a library names the version it lacks: "version `GLIBC_2.34' not found".
  const missing = `${stdout}${stderr}`.matchAll(
    /^\s*(\S+) => not found|version `(\S+)' not found/gm,
  );
  return [...new Set([...missing].map(([, library, version]) => library ?? version ?? ""))];
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
