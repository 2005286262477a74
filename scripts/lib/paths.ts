// Paths that the scripts use. The scripts write only to ignored folders of the checkout.
import { join, resolve } from "node:path";

export const root = resolve(import.meta.dirname, "../..");

/** Holds files that the scripts can create again, and the local API key. */
export const cache = join(root, ".cache");

export const browserFolder = join(cache, "browser");

/** Holds one folder for each running service or test run of this checkout. */
export const runsFolder = join(cache, "runs");

/** Holds the static assets of the Worker (wrangler.toml "assets"). */
export const assetsFolder = join(cache, "assets");

/** Holds the installable package of the client ("exports" of package.json). */
export const clientFolder = join(root, "dist/client");
