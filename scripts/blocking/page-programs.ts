// Bundles the programs that run in a captured page.
import { readFileSync } from "node:fs";
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

/** Files of packages that read elements of the page. */
const READS_ELEMENTS =
  /(?:adblocker-extended-selectors\/.*eval|autoconsent\/lib\/(?:heuristics|utils))\.[jt]s$/;

/** Reads of the properties that these files use, of a variable or of its element with an index. */
const PROPERTY =
  /(?<![.\w])(\w+(?:\[\w+\])?)\.(attributes|children|contains|createExpression|getAttribute|hasAttribute|innerText|matches|nextElementSibling|offsetParent|ownerDocument|parentElement|querySelectorAll|textContent)\b(?!\s*\+?=[^=])/g;

/** Lets packages read elements with `dom`: a field named "parentElement" would make their search for ancestors endless. */
const SAFE_PROPERTIES: Plugin = {
  name: "safe-properties",
  setup(build) {
    build.onLoad({ filter: READS_ELEMENTS }, ({ path }) => {
      const contents = readFileSync(path, "utf8").replace(PROPERTY, 'dom.get($1, "$2")');
      return { contents, loader: path.endsWith(".ts") ? "ts" : "js" };
    });
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
    ...(entry.includes("/consent/")
      ? { plugins: [WITHOUT_HEURISTICS] }
      : { plugins: [SAFE_PROPERTIES], inject: [join(root, "src/capture/in-page/global-dom.ts")] }),
    target: "chrome120",
    // Ignore the tsconfig.json of the package.
    tsconfigRaw: {},
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}
