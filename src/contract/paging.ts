// The paging parameters and the pagination object of every list.
import * as z from "zod";
import { integer } from "./option-types.ts";

export const pagingShape = {
  page: count(1_000_000).default(1).describe("Page number. The first page is 1."),
  limit: count(100).default(10).describe("Records per page."),
};

/** The authentication reads this parameter; strict query schemas must list it. */
export const apiKeyParameter = z.string().optional();

/**
 * Lists of deliveries and of runs end after this number of rows, the newest ones: D1 reads every row that precedes a page. It
 * contains the runs of a year for a monitor that runs every hour.
 */
export const LISTED_ROWS = 9_000;

export const pagination = z.object({
  total: z.int(),
  page: z.int(),
  limit: z.int(),
  pages: z.int(),
});

export type Pagination = z.infer<typeof pagination>;

/** Accepts an integer from 1 to `max`, also as a string. */
function count(max: number) {
  return z.preprocess(
    (raw) => (typeof raw === "string" && /^\d+$/.test(raw) ? Number(raw) : raw),
    integer(1, max),
  );
}
