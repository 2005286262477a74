// The programs that run inside a captured page and are made of more than one file.
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import { root } from "../lib/paths.ts";

/** Sources that the package does not export; src/capture/in-page/autoconsent-sources.d.ts declares them. */
const AUTOCONSENT = join(root, "node_modules/@duckduckgo/autoconsent/lib");
const ALIASES = {
  autoconsent: join(AUTOCONSENT, "web.ts"),
  "autoconsent-heuristics": join(AUTOCONSENT, "heuristics.ts"),
  "autoconsent-heuristic-patterns": join(AUTOCONSENT, "heuristic-patterns.ts"),
};

/** The agent knows banners by its rules alone: without the library's heuristics, which are the sweep's, it is a third smaller. */
const WITHOUT_HEURISTICS: Plugin = {
  name: "without-heuristics",
  setup(build) {
    const path = join(root, "src/capture/in-page/consent/no-heuristics.ts");
    build.onResolve({ filter: /^\.\.?\/heuristics$/ }, () => ({ path }));
  },
};

/** A script that leaves what `entry` exports in the variable `name`. */
export async function bundlePageProgram(entry: string, name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(root, entry)],
    alias: ALIASES,
    bundle: true,
    charset: "utf8",
    format: "iife",
    globalName: name,
    legalComments: "inline",
    minify: true,
    plugins: entry.includes("/consent/") ? [WITHOUT_HEURISTICS] : [],
    target: "chrome120",
    // The package's own settings for its compiler do not matter here.
    tsconfigRaw: {},
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}
