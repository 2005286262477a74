// The types of a screenshot record, for the edges, which do not import from storage.
export type { Screenshot } from "../../../storage/screenshots.ts";
export type { ListedScreenshot } from "../../../storage/screenshot-records.ts";
