// Unpacks the headless shell of an npm package once, with the libraries and fonts it needs.
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
import type { Browser } from "./browser-wrapper.ts";
import { browserFolder } from "../lib/paths.ts";
import { replaceFile } from "../lib/replace-file.ts";

/** Returns program and environment for Linux on x64. Throws an Error that names missing system libraries. */
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

  // The package contains libnss3 and libexpat. These copies need glibc 2.34 (Debian 12, Ubuntu 22.04).
  const libraries = join(folder, "al2023/lib");
  const missing = missingLibraries(program, libraries);
  if (missing.length === 0) {
    return { program, environment: { ...environment, LD_LIBRARY_PATH: libraries } };
  }
  throw new Error(
    `The browser needs these system libraries: ${missing.join(", ")}. On Debian and Ubuntu: apt-get install libnss3 libexpat1. ` +
      "Or set CHROME_PATH to an installed Chrome or Chromium.",
  );
}

/** Unpacks into a separate folder and renames it, because two processes may unpack at the same time. */
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
    // Another process finished first, with the same files.
    if (!existsSync(folder)) throw error;
  }
}

/** Removes folders that a killed process left behind. Unpacking takes seconds, so older folders are abandoned. */
function removeAbandoned(): void {
  const tenMinutesAgo = Date.now() - 600_000;
  for (const name of readdirSync(browserFolder)) {
    const path = join(browserFolder, name);
    if (name.startsWith("partial-") && statSync(path).mtimeMs < tenMinutesAgo) {
      rmSync(path, { recursive: true, force: true });
    }
  }
}

/** Adds the package's font to the system's fonts, so that text appears on a machine without fonts. */
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
  // An old system reports a missing version: "version `GLIBC_2.34' not found".
  const missing = `${stdout}${stderr}`.matchAll(
    /^\s*(\S+) => not found|version `(\S+)' not found/gm,
  );
  return [...new Set([...missing].map(([, library, version]) => library ?? version ?? ""))];
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
