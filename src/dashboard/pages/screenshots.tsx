// The gallery: the screenshots of the account, with the filters of GET /v1/screenshots.
import type { ListPagination } from "../../contract/screenshot.ts";
import { SEARCHED_RECORDS } from "../../contract/screenshot-requests.ts";
import type { Viewer } from "../../domain/accounts/viewer.ts";
import {
  type BatchProgress as Progress,
  getBatchProgress,
} from "../../domain/screenshots/batch/get-progress.ts";
import { listScreenshots } from "../../domain/screenshots/records/list.ts";
import { factory } from "../../http/hono.ts";
import { presentPage } from "../../http/present-screenshot.ts";
import { addressBase } from "../../http/address-base.ts";
import { BatchProgress } from "../components/batch-progress.tsx";
import { Empty } from "../components/empty.tsx";
import type { FieldErrors, EnteredValues } from "../forms/form.tsx";
import { dayBounds, readTimeZone } from "../gallery/days.ts";
import { Filters } from "../gallery/filters.tsx";
import {
  galleryHref,
  galleryQuery,
  isFilteredBy,
  readRefusal,
  selectionHref,
} from "../gallery/query.ts";
import { Toolbar } from "../gallery/toolbar.tsx";
import { Notice } from "../components/notice.tsx";
import { Pagination } from "../components/pagination.tsx";
import { type Listed, type ListView, ScreenshotList } from "../components/screenshot-card.tsx";
import { Timestamp } from "../components/timestamp.tsx";
import { hrefs } from "../hrefs.ts";
import { Page } from "../layout.tsx";
import { membersOnly } from "../middleware/members-only.ts";
import { noticeOf } from "../notices.ts";
import { readQuery } from "../forms/read-form.ts";

export const screenshotsPages = factory
  .createApp()
  .use(hrefs.screenshots, membersOnly())
  .get(hrefs.screenshots, async (c) => {
    const { ctx, viewer } = c.var;
    const { values, entered, errors } = readQuery(c, galleryQuery);
    const timeZone = readTimeZone(c);
    if (values === undefined)
      return c.html(<Gallery {...{ viewer, entered, errors, timeZone }} />, 422);
    const { view, batchId, ...query } = values;
    const [page, progress] = await Promise.all([
      listScreenshots(ctx, viewer.caller, {
        ...query,
        ...dayBounds(entered, timeZone ?? "UTC"),
        batchId,
        limit: Number(query.limit),
        asInserted: batchId !== undefined,
      }),
      batchId === undefined ? undefined : getBatchProgress(ctx, viewer.caller, batchId),
    ]);
    const { data, pagination } = presentPage(page, addressBase(c));
    // `data` presents the records in the same order.
    const items = data.map((item, i) => ({
      ...item,
      failure: page.records[i]?.errorMessage ?? undefined,
    }));
    const notice = noticeOf(c.req.query("done"));
    const { message: refusal, selected } = readRefusal(entered);
    const now = ctx.clock();
    return c.html(
      <Gallery
        {...{ viewer, entered, notice, refusal, progress, now, timeZone }}
        list={{ items, pagination, view, selected }}
      />,
    );
  });

type Props = {
  viewer: Viewer;
  /** The filters, as in the query string. */
  entered: EnteredValues;
  errors?: FieldErrors;
  /** Undefined when a filter is invalid. */
  list?: Listing;
  /** The progress of the batch that the page shows. */
  progress?: Progress | undefined;
  now?: Date;
  timeZone: string | undefined;
  notice?: string | undefined;
  /** Why the last action was refused. */
  refusal?: string | undefined;
};

type Listing = {
  items: Listed[];
  pagination: ListPagination;
  view: ListView;
  /** The ids of the screenshots that are selected at first. */
  selected: ReadonlySet<string>;
};

function Gallery(props: Props) {
  const { viewer, entered, errors = {}, list, progress, now, timeZone, notice, refusal } = props;
  const isLive =
    list?.items.some(({ status }) => status === "pending" || status === "processing") === true ||
    (progress !== undefined && progress.completed + progress.failed < progress.total);
  const isFiltered = isFilteredBy(entered);
  return (
    <Page
      title="Screenshots"
      lead={list && progress === undefined && leadOf(list.pagination.total, isFiltered)}
      isLive={isLive}
      viewer={viewer}
      current="screenshots"
      notice={notice}
      actions={
        <a class="button" href={hrefs.playground}>
          New screenshot
        </a>
      }
    >
      {errors["page"] !== undefined && <Notice tone="bad">Page: {errors["page"]}</Notice>}
      {refusal !== undefined && <Notice tone="bad">{refusal}</Notice>}
      <Filters {...{ entered, errors, isFiltered, now, timeZone }} />
      {progress !== undefined && progress.total > 0 && <BatchProgress progress={progress} />}
      {list !== undefined && <List {...{ list, entered, isFiltered }} />}
      <SearchedPart since={list?.pagination.searchedSince} entered={entered} />
    </Page>
  );
}

/** States that older screenshots were not searched, and links to them. */
function SearchedPart({ since, entered }: { since: string | undefined; entered: EnteredValues }) {
  if (since === undefined) return undefined;
  return (
    <p class="small">
      The search covered {SEARCHED_RECORDS.toLocaleString("en")} screenshots, back to{" "}
      <Timestamp at={new Date(since)} exact />.{" "}
      <a href={galleryHref(entered, { endDate: since, page: "" })}>Search older screenshots</a>
    </p>
  );
}

function leadOf(total: number, isFiltered: boolean): string | undefined {
  if (total === 0) return undefined;
  const count = `${total.toLocaleString("en")} ${total === 1 ? "screenshot" : "screenshots"}`;
  return isFiltered ? `${count} found.` : `${count}, newest first.`;
}

function List({
  list,
  entered,
  isFiltered,
}: {
  list: Listing;
  entered: EnteredValues;
  isFiltered: boolean;
}) {
  const { items, view, selected } = list;
  const { page, pages } = list.pagination;
  const pageHref = (other: number) =>
    galleryHref(entered, { page: other > 1 ? String(other) : "" });
  if (items.length > 0) {
    return (
      <>
        <form class="selection" method="post" action={selectionHref(entered)} data-reusable>
          <Toolbar entered={entered} view={view} />
          <ScreenshotList items={items} view={view} selected={selected} />
        </form>
        <Pagination
          page={page}
          pages={pages}
          href={pageHref}
          isNewestFirst={entered["batchId"] === undefined}
        />
      </>
    );
  }
  if (isFiltered || pages > 0) {
    return (
      <Empty title="No screenshots found">
        <p>
          {isFiltered
            ? "No screenshot matches the filters."
            : "This page is past the end of the list."}
        </p>
        <a class="button quiet" href={hrefs.screenshots}>
          Show all
        </a>
      </Empty>
    );
  }
  return (
    <Empty title="No screenshots yet">
      <p>Screenshots that you capture here or through the API appear on this page.</p>
      <a class="button" href={hrefs.playground}>
        Capture a page
      </a>
    </Empty>
  );
}
