// The screenshots before and after a screenshot in the list of the account.
import { selectNeighbors } from "../../../storage/screenshot-lists.ts";
import type { Context } from "../../context.ts";
import type { Screenshot } from "./screenshot.ts";

/** Ids of screenshots; undefined at the ends of the list. */
export type Neighbors = { newer: string | undefined; older: string | undefined };

export function findNeighbors(ctx: Context, record: Screenshot): Promise<Neighbors> {
  return selectNeighbors(ctx.db, record);
}
