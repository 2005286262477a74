// The record of a comparison, for the edges, which do not import from storage.
export type { Comparison } from "../../storage/comparisons.ts";
