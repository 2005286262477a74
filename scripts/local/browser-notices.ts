// Reports at start which features the prepared browser lacks on this machine: the sandbox, or fonts.
import { execFile } from "node:child_process";
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { browserFolder } from "../lib/paths.ts";
import { NO_SANDBOX } from "./browser-wrapper.ts";

type FontGroup = {
  name: string;
  /** Characters of the group, in hexadecimal. Some fonts contain only a few of them. */
  characters: string[];
  /** Matches file names of common fonts with these characters. */
  files: RegExp;
  debianPackage: string;
};

const FONT_GROUPS: FontGroup[] = [
  {
    name: "Chinese, Japanese and Korean",
    characters: ["6f22", "3042", "d55c"],
    files: /cjk|noto.*(sc|tc|jp|kr)-|wqy|droidsansfallback|ipa[gm]|takao|unifont|nanum/i,
    debianPackage: "fonts-noto-cjk",
  },
  {
    name: "emoji",
    characters: ["1f600", "1f680", "1f389"],
    files: /emoji|symbola/i,
    debianPackage: "fonts-noto-color-emoji",
  },
];

/** Returns one sentence or paragraph per notice. `browserEnvironment` is from `prepareBrowser`. */
export async function browserNotices(
  browserEnvironment: Record<string, string>,
): Promise<string[]> {
  const [wrapper] = globSync(
    join(browserEnvironment["XDG_CACHE_HOME"] ?? "", ".wrangler/chrome/*/*/chrome"),
  );
  const notices: string[] = [];
  if (wrapper !== undefined && readFileSync(wrapper, "utf8").includes(` ${NO_SANDBOX} `))
    notices.push(sandboxNotice());
  if (process.platform === "linux") notices.push(...(await fontNotices()));
  return notices;
}

function sandboxNotice(): string {
  const remedy =
    process.getuid?.() === 0
      ? "Start Edgeshot as a user other than root."
      : "Allow user namespaces (sysctl kernel.unprivileged_userns_clone=1 kernel.apparmor_restrict_unprivileged_userns=0), " +
        "then start Edgeshot again.";
  return `The browser runs without its sandbox (${NO_SANDBOX}). Do not capture pages you do not trust. To use the sandbox: ${remedy}`;
}

async function fontNotices(): Promise<string[]> {
  const missing: FontGroup[] = [];
  for (const group of FONT_GROUPS) if (!(await hasFont(group))) missing.push(group);
  if (missing.length === 0) return [];
  const names = missing.map(({ name }) => name).join(" and ");
  const packages = missing.map(({ debianPackage }) => debianPackage).join(" ");
  return [
    `No font for ${names} is installed, so these characters appear as boxes. On Debian and Ubuntu: apt-get install ${packages}`,
  ];
}

async function hasFont({ characters, files }: FontGroup): Promise<boolean> {
  const listed = await Promise.all(characters.map(listFonts));
  if (listed.every((fonts) => fonts !== undefined)) return listed.every((fonts) => fonts !== "");
  const folders = ["/usr/share/fonts", "/usr/local/share/fonts", join(homedir(), ".fonts")];
  return [...folders, join(homedir(), ".local/share/fonts")].some((folder) => {
    try {
      return readdirSync(folder, { recursive: true }).some((file) => files.test(String(file)));
    } catch {
      // The folder does not exist.
      return false;
    }
  });
}

/** Returns the fonts with a character, one per line; undefined without fontconfig's program. */
function listFonts(character: string): Promise<string | undefined> {
  // The packaged browser uses this configuration (headless-shell.ts).
  const config = join(browserFolder, "fonts.conf");
  const env = existsSync(config) ? { ...process.env, FONTCONFIG_FILE: config } : process.env;
  return new Promise((resolve) => {
    execFile("fc-list", [`:charset=${character}`, "file"], { env }, (error, stdout) =>
      resolve(error === null ? stdout.trim() : undefined),
    );
  });
}
