// The files that pages load: the stylesheet, and the scripts of the few pages that cannot work without one. Their
// addresses change with their content, so that browsers may keep them for good.
import { createHash } from "node:crypto";
import { factory } from "../http/hono.ts";
import { allowMethods } from "../http/middleware/allow-methods.ts";
import { copyButtons } from "./in-page/copy-buttons.ts";
import { logoFile } from "./logo-file.ts";
import { stylesheet } from "./styles.ts";

const assets = {
  "dashboard.css": { type: "text/css; charset=utf-8", content: stylesheet },
  "mark.svg": { type: "image/svg+xml", content: logoFile },
  "copy-buttons.js": script(copyButtons),
};

export type AssetName = keyof typeof assets;

/** The address of a file, such as /assets/0f3a…/dashboard.css. */
export function asset(name: AssetName): string {
  return `/assets/${versions[name]}/${name}`;
}

export const assetRoutes = factory
  .createApp()
  .all("/assets/:version/:name", allowMethods("GET", "HEAD"))
  .get("/assets/:version/:name", (c, next) => {
    const name = c.req.param("name");
    if (!isAssetName(name) || c.req.param("version") !== versions[name]) return next();
    c.header("Cache-Control", "public, max-age=31536000, immutable");
    return c.body(assets[name].content, 200, { "Content-Type": assets[name].type });
  });

const versions = Object.fromEntries(
  Object.entries(assets).map(([name, { content }]) => [
    name,
    createHash("sha256").update(content).digest("hex").slice(0, 16),
  ]),
) as Record<AssetName, string>; // the keys are those of `assets`

/** A function that runs in the page as soon as the page is there. It may use nothing but its own body. */
function script(run: () => void) {
  return { type: "text/javascript; charset=utf-8", content: `(${run.toString()})();` };
}

function isAssetName(name: string): name is AssetName {
  return Object.hasOwn(assets, name);
}
