// The query string of the gallery: the filters of GET /v1/screenshots, and how the list is shown.
import { z } from "zod";
import { listQueryShape } from "../../contract/screenshot-requests.ts";
import type { EnteredValues } from "../forms/form.tsx";
import { hrefs } from "../hrefs.ts";

/** Multiples of 2, 3 and 4, so that the last row of the grid is full at every width. */
export const PAGE_SIZES = ["24", "48", "96"] as const;

const { limit: _, ...filters } = listQueryShape;
/** Parameters that change the display of the list, but not its content. */
const display = {
  limit: z.enum(PAGE_SIZES).catch("24"),
  view: z.enum(["grid", "list"]).catch("grid"),
};

export const galleryQuery = z.object({ ...filters, ...display });

/** Returns whether a parameter limits what the list contains. */
export function isFilteredBy(entered: EnteredValues): boolean {
  return Object.keys(filters).some((name) => name !== "page" && entered[name]);
}

/** Returns the address of the gallery with the current parameters and `changes`. Omits empty values. */
export function galleryHref(entered: EnteredValues, changes: Record<string, string>): string {
  const query = new URLSearchParams();
  const { page: _page, ...others } = filters;
  for (const name of [...Object.keys({ ...others, ...display }), "page"]) {
    const value = changes[name] ?? entered[name];
    if (value !== undefined && value !== "") query.set(name, value);
  }
  return query.size === 0 ? hrefs.screenshots : `${hrefs.screenshots}?${query.toString()}`;
}
