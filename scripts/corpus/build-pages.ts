// Installs the packages of the corpus outside the project's dependencies and bundles one script for each page.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import { cache } from "../lib/paths.ts";
import { type PackagePage, type Part, RUNTIMES } from "./page.ts";

/** Holds the packages and the images of the corpus. */
export const corpusFolder = join(cache, "corpus");

/** Pins the dependencies of the packages: npm installs only versions that were published before this day. */
const PUBLISHED_BEFORE = "2026-11-21";

export type BuiltPage = { script: string; css: string };

/** Installs the pinned versions of the pages' packages. Does nothing when they are installed. Returns the folder. */
export function installPackages(part: Part, pages: readonly PackagePage[]): string {
  const folder = join(corpusFolder, part);
  const dependencies = {
    ...RUNTIMES,
    ...Object.fromEntries(pages.map((page) => [page.package, page.version])),
    ...Object.fromEntries(pages.flatMap(({ needs = {} }) => Object.entries(needs))),
  };
  const manifest = JSON.stringify({ private: true, dependencies }, undefined, 2);
  const file = join(folder, "package.json");
  const installed = join(folder, "installed.txt");
  const version = `${manifest}\n${PUBLISHED_BEFORE}`;
  if (existsSync(installed) && readFileSync(installed, "utf8") === version) return folder;

  console.error(`Installing ${Object.keys(dependencies).length} packages for ${part} …`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, manifest);
  // The peer dependencies of the packages contradict each other. A bundle does not need install scripts.
  const flags = ["--legacy-peer-deps", "--ignore-scripts", "--no-audit", "--no-fund"];
  const pinned = [`--before=${PUBLISHED_BEFORE}`, "--no-package-lock"];
  const { status, stderr } = spawnSync(
    "npm",
    ["install", "--loglevel=error", ...flags, ...pinned],
    {
      cwd: folder,
      encoding: "utf8",
    },
  );
  if (status !== 0) throw new Error(`npm could not install the packages of the corpus:\n${stderr}`);
  writeFileSync(installed, version);
  return folder;
}

/** Bundles the module of a page. Throws an Error with esbuild's messages when a package cannot be bundled. */
export async function buildPage(folder: string, { module }: PackagePage): Promise<BuiltPage> {
  const { outputFiles } = await build({
    // Packages for Vue 2 import it by its usual name.
    alias: module.includes("mount-vue2") ? { vue: "vue2/dist/vue.esm.js" } : {},
    stdin: { contents: module, loader: "jsx", resolveDir: folder },
    bundle: true,
    define: {
      "process.env.NODE_ENV": '"production"',
      "process.env": "{}",
      global: "globalThis",
    },
    format: "iife",
    jsx: "automatic",
    loader: Object.fromEntries(
      [".png", ".svg", ".gif", ".jpg", ".woff", ".woff2", ".ttf", ".eot", ".mp3"].map((ending) => [
        ending,
        "dataurl",
      ]),
    ),
    logLevel: "silent",
    minify: true,
    nodePaths: [join(folder, "node_modules")],
    outdir: folder,
    plugins: [MOUNTS, textsOf(folder)],
    target: "chrome120",
    tsconfigRaw: {},
    write: false,
  });
  const textOf = (ending: string) =>
    outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? "";
  return { script: textOf(".js"), css: textOf(".css") };
}

const HOST = 'document.body.appendChild(document.createElement("div"))';

/** Modules that show a component of a framework in an element at the end of the body. */
const MOUNT_MODULES: Record<string, string> = {
  "mount-react": `import { createRoot } from "react-dom/client";
    export const mount = (element) => createRoot(${HOST}).render(element);`,
  "mount-vue": `import { createApp, h } from "vue/dist/vue.esm-bundler.js";
    export const mount = (component, plugin) => { const app = createApp(component); if (plugin) app.use(plugin); app.mount(${HOST}); };`,
  "mount-vue2": `import Vue from "vue";
    export { Vue };
    export const mount = (component) => new Vue(component).$mount(${HOST});`,
};

const MOUNTS: Plugin = {
  name: "mounts",
  setup(build) {
    build.onResolve({ filter: /^mount-/ }, ({ path }) => ({ path, namespace: "mount" }));
    build.onLoad({ filter: /.*/, namespace: "mount" }, ({ path }) => ({
      contents: MOUNT_MODULES[path] ?? "",
      resolveDir: corpusFolder,
    }));
  },
};

/** Imports a file as text, for packages that only work as a script of the page. */
function textsOf(folder: string): Plugin {
  return {
    name: "texts",
    setup(build) {
      build.onResolve({ filter: /^text:/ }, ({ path }) => ({
        path: join(folder, "node_modules", path.slice("text:".length)),
        namespace: "text",
      }));
      build.onLoad({ filter: /.*/, namespace: "text" }, ({ path }) => ({
        contents: readFileSync(path, "utf8"),
        loader: "text",
      }));
    },
  };
}
