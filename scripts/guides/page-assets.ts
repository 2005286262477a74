// Writes the assets of the pages. The guides of docs/ become one asset that the service serves under /docs, so the Worker
// contains neither their text nor a Markdown parser.
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Guide } from "../../src/dashboard/guides/guide.ts";
import { assetsFolder, root } from "../lib/paths.ts";
import { replaceFile } from "../lib/replace-file.ts";
import { GUIDE_GROUPS } from "./contents.ts";
import { renderGuide } from "./render-guide.ts";

const images = join(root, "src/dashboard/images");

/** Writes docs/guides.json and the images of the dashboard to the asset folder. */
export function buildPageAssets(): void {
  replaceFile(join(assetsFolder, "docs/guides.json"), JSON.stringify(renderGuides()));
  // A running service would restart for every file that is written.
  for (const name of readdirSync(images))
    replaceFile(join(assetsFolder, "assets/images", name), readFileSync(join(images, name)));
}

/** Returns all guides in the order of the navigation. Throws an Error for a link that leads nowhere. */
export function renderGuides(): Guide[] {
  const sources = Object.entries(GUIDE_GROUPS).flatMap(([group, paths]) =>
    paths.map((path) => ({
      path,
      slug: basename(path, ".md"),
      group,
      markdown: readFileSync(join(root, "docs", path), "utf8"),
    })),
  );
  const slugs = new Map(sources.map(({ path, slug }) => [path, slug]));
  return sources.map((source) => renderGuide(source, slugs));
}
