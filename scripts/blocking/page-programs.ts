// Bundles the programs that run in a captured page.
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import { root } from "../lib/paths.ts";

/** Sources that the package does not export. src/capture/in-page/autoconsent-sources.d.ts declares them. */
const AUTOCONSENT = join(root, "node_modules/@duckduckgo/autoconsent/lib");
const ALIASES = {
  autoconsent: join(AUTOCONSENT, "web.ts"),
  "autoconsent-heuristics": join(AUTOCONSENT, "heuristics.ts"),
  "autoconsent-heuristic-patterns": join(AUTOCONSENT, "heuristic-patterns.ts"),
};

/** Removes the heuristics from the agent, because only the sweep uses them. This makes the agent a third smaller. */
const WITHOUT_HEURISTICS: Plugin = {
  name: "without-heuristics",
  setup(build) {
    const path = join(root, "src/capture/in-page/consent/no-heuristics.ts");
    build.onResolve({ filter: /^\.\.?\/heuristics$/ }, () => ({ path }));
  },
};

/** Returns a script that assigns the exports of `entry` to the variable `name`. */
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
    // Ignore the tsconfig.json of the package.
    tsconfigRaw: {},
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}
