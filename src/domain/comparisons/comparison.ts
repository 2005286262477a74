// Exports the type of a comparison record to `http` and `dashboard`, which must not import from `storage`.
export type { Comparison } from "../../storage/comparisons.ts";
