// Where the scripts find and keep things. Everything they write lies in ignored folders of the checkout.
import { join, resolve } from "node:path";

export const root = resolve(import.meta.dirname, "../..");

/** What can be made anew at any time; only the local API key in it is worth keeping. */
export const cache = join(root, ".cache");

export const browserFolder = join(cache, "browser");

/** One folder for each running set of processes of this checkout. */
export const runsFolder = join(cache, "runs");

/** What the Worker serves and reads as static assets (wrangler.toml "assets"). */
export const assetsFolder = join(cache, "assets");
