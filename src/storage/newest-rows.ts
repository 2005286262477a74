// Pages of the newest rows of a list, so that a page reads a limited number of rows.
import { LISTED_ROWS } from "../contract/paging.ts";

/** Returns where a page starts, and how many rows it has. A page after the newest LISTED_ROWS rows is empty. */
export function pageOfNewest({ page, limit }: { page: number; limit: number }) {
  const offset = Math.min((page - 1) * limit, LISTED_ROWS);
  return { offset, limit: Math.min(limit, LISTED_ROWS - offset) };
}
