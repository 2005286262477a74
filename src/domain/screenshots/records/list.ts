// Lists one page of the records of an account, newest first unless the query requests the order of insertion.
import type { ListPagination } from "../../../contract/screenshot.ts";
import type { ListQuery } from "../../../contract/screenshot-requests.ts";
import { selectPage } from "../../../storage/screenshot-lists.ts";
import type { Caller } from "../../api-keys/authenticate.ts";
import type { Context } from "../../context.ts";
import type { ListedScreenshot } from "./screenshot.ts";

/** `total`: matching records on all pages. A page after the last page is empty. */
export type ScreenshotPage = {
  records: ListedScreenshot[];
  pagination: ListPagination;
};

export async function listScreenshots(
  ctx: Context,
  { accountId }: Caller,
  query: ListQuery & { asInserted?: boolean },
): Promise<ScreenshotPage> {
  const { page, limit } = query;
  const { records, total, searchedSince } = await selectPage(ctx.db, { ...query, accountId });
  const pages = Math.ceil(total / limit);
  const searched =
    searchedSince === undefined ? {} : { searchedSince: searchedSince.toISOString() };
  return { records, pagination: { total, page, limit, pages, ...searched } };
}
