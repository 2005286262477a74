// The static files of the dashboard: stylesheet, icon and scripts. Their URLs contain a hash of the content, so browsers
// can cache them without revalidation.
import { createHash } from "node:crypto";
import { factory } from "../http/hono.ts";
import { allowMethods } from "../http/middleware/allow-methods.ts";
import { serveAsset } from "../http/serve-asset.ts";
import { captureProgress } from "./in-page/capture-progress.ts";
import { compareView } from "./in-page/compare-view.ts";
import { copyButtons } from "./in-page/copy-buttons.ts";
import { focusError } from "./in-page/focus-error.ts";
import { ignoredRectangles } from "./in-page/ignored-rectangles.ts";
import { liveForm } from "./in-page/live-form.ts";
import { liveParts } from "./in-page/live-parts.ts";
import { localTimes } from "./in-page/local-times.ts";
import { optionFilter } from "./in-page/option-filter.ts";
import { referenceNames } from "./in-page/reference-names.ts";
import { storeTimeZone } from "./in-page/store-time-zone.ts";
import { selectAll } from "./in-page/select-all.ts";
import { submitOnce } from "./in-page/submit-once.ts";
import { referenceStylesheet } from "./styles/reference.ts";
import { stylesheet } from "./styles.ts";

/** The icon of the browser tab. */
const logoFile = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="#d9480f" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"><path d="M4 11V7a3 3 0 0 1 3-3h4M21 4h4a3 3 0 0 1 3 3v4M28 21v4a3 3 0 0 1-3 3h-4M11 28H7a3 3 0 0 1-3-3v-4"/><circle cx="16" cy="16" r="5"/></svg>`;

/** Excludes only paths that are not pages. Search engines cannot read the pages of accounts, which require a session. */
const ROBOTS = "User-agent: *\nDisallow: /v1/\nDisallow: /images/\nDisallow: /mcp\n";

const assets = {
  "dashboard.css": { type: "text/css; charset=utf-8", content: stylesheet },
  "reference.css": { type: "text/css; charset=utf-8", content: referenceStylesheet },
  "mark.svg": { type: "image/svg+xml", content: logoFile },
  "page.js": script([
    copyButtons,
    storeTimeZone,
    localTimes,
    liveParts,
    captureProgress,
    // Must follow captureProgress, which handles the forms of captures.
    submitOnce,
    selectAll,
    focusError,
    liveForm,
    optionFilter,
    compareView,
    ignoredRectangles,
  ]),
  "reference-page.js": script([referenceNames]),
};

export type AssetName = keyof typeof assets;

/** Returns the URL of a file, such as /assets/0f3a…/dashboard.css. */
export function asset(name: AssetName): string {
  return `/assets/${versions[name]}/${name}`;
}

export const assetRoutes = factory
  .createApp()
  .all("/favicon.ico", allowMethods("GET", "HEAD"))
  .get("/favicon.ico", (c) => {
    c.header("Cache-Control", "public, max-age=86400");
    return c.body(logoFile, 200, { "Content-Type": "image/svg+xml" });
  })
  .all("/robots.txt", allowMethods("GET", "HEAD"))
  .get("/robots.txt", (c) => {
    c.header("Cache-Control", "public, max-age=86400");
    return c.text(ROBOTS);
  })
  // `scripts/guides/page-assets.ts` copies these files from dashboard/images/.
  .all("/assets/images/:name", allowMethods("GET", "HEAD"))
  .get("/assets/images/:name", (c) =>
    serveAsset(c.env, c.req.raw, { "Cache-Control": "public, max-age=86400" }),
  )
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

/** Returns a script that calls each function in the page. The functions must not use imports or outer variables. */
function script(functions: (() => void)[]) {
  const content = functions.map((run) => `(${run.toString()})();`).join("\n");
  return { type: "text/javascript; charset=utf-8", content };
}

function isAssetName(name: string): name is AssetName {
  return Object.hasOwn(assets, name);
}
