// A screenshot record, for the edges: they know the domain, not where it keeps things.
export type { Screenshot } from "../../../storage/screenshots.ts";
export type { ListedScreenshot } from "../../../storage/screenshot-records.ts";
