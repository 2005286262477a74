// The query string of the gallery: the filters of GET /v1/screenshots, and how the list is shown.
import * as z from "zod";
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
  return withQuery(hrefs.screenshots, galleryParameters(entered, changes));
}

/** Returns the address for an action on selected screenshots. It contains the current parameters of the gallery. */
export function selectionHref(entered: EnteredValues): string {
  return withQuery(hrefs.selected, galleryParameters(entered, {}));
}

/** Why an action on selected screenshots was refused, by the code in the query string of the gallery. */
const refusals = {
  "none-selected": "Select at least one screenshot.",
  "compare-two": "Select two screenshots to compare.",
} as const;

/** Returns the address of the gallery after a refused action. The screenshots in `selected` remain selected. */
export function refusalHref(
  entered: EnteredValues,
  refused: keyof typeof refusals,
  selected: string[],
): string {
  const query = galleryParameters(entered, {});
  query.set("refused", refused);
  if (selected.length > 0) query.set("selected", selected.join("."));
  return withQuery(hrefs.screenshots, query);
}

/** Reads the parameters of refusalHref(). Returns no message for an unknown code. */
export function readRefusal({ refused = "", selected = "" }: EnteredValues) {
  const message = Object.entries(refusals).find(([code]) => code === refused)?.[1];
  return { message, selected: new Set(selected.split(".")) };
}

/** Returns the current parameters with `changes`. Omits empty values. */
function galleryParameters(
  entered: EnteredValues,
  changes: Record<string, string>,
): URLSearchParams {
  const query = new URLSearchParams();
  const { page: _page, ...others } = filters;
  for (const name of [...Object.keys({ ...others, ...display }), "page"]) {
    const value = changes[name] ?? entered[name];
    if (value !== undefined && value !== "") query.set(name, value);
  }
  return query;
}

function withQuery(path: string, query: URLSearchParams): string {
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}
