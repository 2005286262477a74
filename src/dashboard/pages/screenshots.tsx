// The gallery: the screenshots of the account, with the filters of GET /v1/screenshots.
import { z } from "zod";
import { FORMATS } from "../../contract/capture-options.ts";
import type { Pagination as Pages } from "../../contract/paging.ts";
import { SCREENSHOT_STATES } from "../../contract/screenshot.ts";
import { listQueryShape } from "../../contract/screenshot-requests.ts";
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
import { type FieldErrors, SelectField, TextField, type EnteredValues } from "../forms/form.tsx";
import { Notice } from "../components/notice.tsx";
import { Pagination } from "../components/pagination.tsx";
import {
  type Listed,
  type ListView,
  ScreenshotList,
  statusLabels,
} from "../components/screenshot-card.tsx";
import { hrefs } from "../hrefs.ts";
import { Page } from "../layout.tsx";
import { membersOnly } from "../middleware/members-only.ts";
import { noticeOf } from "../notices.ts";
import { readQuery } from "../forms/read-form.ts";

/** Multiples of 2, 3 and 4, so that the last row of the grid is full at every width. */
const PAGE_SIZES = ["24", "48", "96"] as const;
const DATE_PRESETS = [
  { label: "Today", days: 1 },
  { label: "Last 7 days", days: 7 },
  { label: "Last 30 days", days: 30 },
];
const DAY_MS = 24 * 60 * 60 * 1000;

const { limit: _, ...filters } = listQueryShape;
/** Parameters that change the display of the list, but not its content. */
const display = {
  limit: z.enum(PAGE_SIZES).catch("24"),
  view: z.enum(["grid", "list"]).catch("grid"),
};
const galleryQuery = z.object({ ...filters, ...display });

export const screenshotsPages = factory
  .createApp()
  .use(hrefs.screenshots, membersOnly())
  .get(hrefs.screenshots, async (c) => {
    const { ctx, viewer } = c.var;
    const { values, entered, errors } = readQuery(c, galleryQuery);
    if (values === undefined)
      return c.html(<Gallery viewer={viewer} entered={entered} errors={errors} />, 422);
    const { view, batchId, ...query } = values;
    const [page, progress] = await Promise.all([
      listScreenshots(ctx, viewer.caller, {
        ...query,
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
    const today = ctx.clock();
    return c.html(
      <Gallery
        {...{ viewer, entered, notice, progress, today }}
        list={{ items, pagination, view }}
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
  today?: Date;
  notice?: string | undefined;
};

type Listing = { items: Listed[]; pagination: Pages; view: ListView };

function Gallery(props: Props) {
  const { viewer, entered, errors = {}, list, progress, today, notice } = props;
  const isLive = list?.items.some(({ status }) => status === "pending" || status === "processing");
  const isFiltered = Object.keys(filters).some((name) => name !== "page" && entered[name]);
  return (
    <Page
      title="Screenshots"
      lead={list && progress === undefined && leadOf(list.pagination.total, isFiltered)}
      isLive={isLive ?? false}
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
      <Filters entered={entered} errors={errors} isFiltered={isFiltered} today={today} />
      {progress !== undefined && progress.total > 0 && <BatchProgress progress={progress} />}
      {list !== undefined && <List list={list} entered={entered} isFiltered={isFiltered} />}
    </Page>
  );
}

function leadOf(total: number, isFiltered: boolean): string | undefined {
  if (total === 0) return undefined;
  const count = `${total.toLocaleString("en")} ${total === 1 ? "screenshot" : "screenshots"}`;
  return isFiltered ? `${count} found.` : `${count}, newest first.`;
}

type FilterProps = {
  entered: EnteredValues;
  errors: FieldErrors;
  isFiltered: boolean;
  today: Date | undefined;
};

function Filters({ entered, errors, isFiltered, today }: FilterProps) {
  const field = (name: string) => ({ name, value: entered[name] ?? "", error: errors[name] });
  return (
    <form class="filters panel" method="get" action={hrefs.screenshots} role="search">
      <TextField {...field("search")} label="URL or page text contains" type="search" />
      <SelectField
        {...field("status")}
        label="Status"
        choices={[
          ["", "Any"],
          ...SCREENSHOT_STATES.map((state) => [state, statusLabels[state]] as const),
        ]}
      />
      <SelectField
        {...field("format")}
        label="Format"
        choices={[["", "Any"], ...FORMATS.map((format) => [format, format.toUpperCase()] as const)]}
      />
      <TextField {...field("startDate")} label="From" type="date" />
      <TextField {...field("endDate")} label="To" type="date" />
      {entered["batchId"] !== undefined && <TextField {...field("batchId")} label="Batch" />}
      <SelectField
        {...field("limit")}
        label="Per page"
        choices={PAGE_SIZES.map((size) => [size, size] as const)}
      />
      {entered["view"] === "list" && <input type="hidden" name="view" value="list" />}
      <div class="actions">
        <button class="quiet">Filter</button>
        {isFiltered && <a href={hrefs.screenshots}>Show all</a>}
      </div>
      {today !== undefined && (
        <p class="presets small">
          {DATE_PRESETS.map(({ label, days }) => {
            const first = new Date(today.getTime() - (days - 1) * DAY_MS)
              .toISOString()
              .slice(0, 10);
            const isCurrent = entered["startDate"] === first && entered["endDate"] === undefined;
            return (
              <a
                href={galleryHref(entered, { startDate: first, endDate: "", page: "" })}
                {...(isCurrent ? { "aria-current": "true" as const } : {})}
              >
                {label}
              </a>
            );
          })}
        </p>
      )}
    </form>
  );
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
  const { items, view } = list;
  const { page, pages } = list.pagination;
  const pageHref = (other: number) =>
    galleryHref(entered, { page: other > 1 ? String(other) : "" });
  if (items.length > 0) {
    return (
      <>
        <form class="selection" method="post" action={hrefs.selected}>
          <Toolbar entered={entered} view={view} />
          <ScreenshotList items={items} view={view} />
        </form>
        <Pagination page={page} pages={pages} href={pageHref} />
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

/** The view of the list, and the actions on the selected screenshots. */
function Toolbar({ entered, view }: { entered: EnteredValues; view: ListView }) {
  const views = [
    ["grid", "Grid", ""],
    ["list", "List", "list"],
  ] as const;
  return (
    <div class="toolbar">
      <div class="actions" role="group" aria-label="Selected screenshots">
        <button type="button" class="quiet compact" data-select-all hidden>
          Select all
        </button>
        <button class="quiet compact" name="do" value="download">
          Download ZIP
        </button>
        <button class="quiet compact" name="do" value="compare">
          Compare
        </button>
        <button type="button" class="danger compact" popovertarget="delete-selected">
          Delete
        </button>
      </div>
      <div id="delete-selected" popover="auto" role="dialog" aria-labelledby="delete-question">
        <h2 id="delete-question">Delete the selected screenshots?</h2>
        <p>
          Their images are deleted immediately and their URLs stop working. Credits are not
          refunded.
        </p>
        <div class="actions">
          <button
            type="button"
            class="quiet"
            popovertarget="delete-selected"
            popovertargetaction="hide"
            autofocus
          >
            Cancel
          </button>
          <button class="danger solid" name="do" value="delete">
            Delete
          </button>
        </div>
      </div>
      <nav class="views small" aria-label="View">
        {views.map(([name, label, value]) => (
          <a
            href={galleryHref(entered, { view: value })}
            {...(view === name ? { "aria-current": "true" as const } : {})}
          >
            {label}
          </a>
        ))}
      </nav>
    </div>
  );
}

/** Returns the address of the gallery with the current parameters and `changes`. Omits empty values. */
function galleryHref(entered: EnteredValues, changes: Record<string, string>): string {
  const query = new URLSearchParams();
  const { page: _page, ...others } = filters;
  for (const name of [...Object.keys({ ...others, ...display }), "page"]) {
    const value = changes[name] ?? entered[name];
    if (value !== undefined && value !== "") query.set(name, value);
  }
  return query.size === 0 ? hrefs.screenshots : `${hrefs.screenshots}?${query.toString()}`;
}
