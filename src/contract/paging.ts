// What every list takes in its query, and says about its pages.
import { z } from "zod";
import { integer } from "./option-types.ts";

export const pagingShape = {
  page: count(1_000_000).default(1).describe("Page number, from 1."),
  limit: count(100).default(10).describe("Records on a page."),
};

/** The key is read by the authentication; strict queries name it because it may stand in them. */
export const apiKeyParameter = z.string().optional();

export const pagination = z.object({
  total: z.int(),
  page: z.int(),
  limit: z.int(),
  pages: z.int(),
});

export type Pagination = z.infer<typeof pagination>;

/** A whole number from 1, as a query string spells it. */
function count(max: number) {
  return z.preprocess(
    (raw) => (typeof raw === "string" && /^\d+$/.test(raw) ? Number(raw) : raw),
    integer(1, max),
  );
}
