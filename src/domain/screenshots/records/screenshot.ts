// Exports the types of a screenshot record to `http` and `dashboard`, which must not import from `storage`.
export type { Screenshot } from "../../../storage/screenshots.ts";
export type { ListedScreenshot } from "../../../storage/screenshot-lists.ts";
