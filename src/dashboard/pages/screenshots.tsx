// The gallery: the screenshots of the account, with the filters of GET /v1/screenshots.
import { z } from "zod";
import { FORMATS } from "../../contract/capture-options.ts";
import type { ListAnswer } from "../../contract/screenshot.ts";
import { SCREENSHOT_STATES } from "../../contract/screenshot.ts";
import { listQueryShape } from "../../contract/screenshot-requests.ts";
import type { Viewer } from "../../domain/accounts/viewer.ts";
import { listScreenshots } from "../../domain/screenshots/records/list.ts";
import { factory } from "../../http/hono.ts";
import { presentPage } from "../../http/present-screenshot.ts";
import { addressBase } from "../../http/address-base.ts";
import { Empty } from "../components/empty.tsx";
import { type FieldErrors, SelectField, TextField, type EnteredValues } from "../forms/form.tsx";
import { Notice } from "../components/notice.tsx";
import { Pagination } from "../components/pagination.tsx";
import { ScreenshotGrid, statusLabels } from "../components/screenshot-card.tsx";
import { hrefs } from "../hrefs.ts";
import { Page } from "../layout.tsx";
import { membersOnly } from "../middleware/members-only.ts";
import { noticeOf } from "../notices.ts";
import { readQuery } from "../forms/read-form.ts";

/** A multiple of 2, 3 and 4, so that the last row of the grid is full at every width. */
const PER_PAGE = 24;

const { limit: _, ...filters } = listQueryShape;
const galleryQuery = z.object(filters);

export const screenshotsPages = factory
  .createApp()
  .use(hrefs.screenshots, membersOnly())
  .get(hrefs.screenshots, async (c) => {
    const { ctx, viewer } = c.var;
    const { values, entered, errors } = readQuery(c, galleryQuery);
    if (values === undefined)
      return c.html(<Gallery viewer={viewer} entered={entered} errors={errors} />, 422);
    const page = await listScreenshots(ctx, viewer.caller, { ...values, limit: PER_PAGE });
    const list = presentPage(page, addressBase(c));
    const notice = noticeOf(c.req.query("done"));
    return c.html(<Gallery viewer={viewer} entered={entered} list={list} notice={notice} />);
  });

type Props = {
  viewer: Viewer;
  /** The filters, as in the query string. */
  entered: EnteredValues;
  errors?: FieldErrors;
  /** Undefined when a filter is invalid. */
  list?: ListAnswer;
  notice?: string | undefined;
};

function Gallery({ viewer, entered, errors = {}, list, notice }: Props) {
  const isFiltered = Object.keys(filters).some((name) => name !== "page" && entered[name]);
  return (
    <Page
      title="Screenshots"
      lead={list && leadOf(list.pagination.total, isFiltered)}
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
      <Filters entered={entered} errors={errors} isFiltered={isFiltered} />
      {list !== undefined && <List list={list} entered={entered} isFiltered={isFiltered} />}
    </Page>
  );
}

function leadOf(total: number, isFiltered: boolean): string | undefined {
  if (total === 0) return undefined;
  const count = `${total.toLocaleString("en")} ${total === 1 ? "screenshot" : "screenshots"}`;
  return isFiltered ? `${count} found.` : `${count}, newest first.`;
}

type FilterProps = { entered: EnteredValues; errors: FieldErrors; isFiltered: boolean };

function Filters({ entered, errors, isFiltered }: FilterProps) {
  const field = (name: string) => ({ name, value: entered[name] ?? "", error: errors[name] });
  return (
    <form class="filters panel" method="get" action={hrefs.screenshots} role="search">
      <TextField {...field("search")} label="URL contains" type="search" />
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
      <div class="actions">
        <button class="quiet">Filter</button>
        {isFiltered && <a href={hrefs.screenshots}>Show all</a>}
      </div>
    </form>
  );
}

function List({
  list,
  entered,
  isFiltered,
}: {
  list: ListAnswer;
  entered: EnteredValues;
  isFiltered: boolean;
}) {
  const { page, pages } = list.pagination;
  if (list.data.length > 0) {
    return (
      <>
        <ScreenshotGrid items={list.data} />
        <Pagination page={page} pages={pages} href={(other) => pageHref(entered, other)} />
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

function pageHref(entered: EnteredValues, page: number): string {
  const query = new URLSearchParams();
  for (const name of Object.keys(filters)) {
    const value = entered[name];
    if (value !== undefined && value !== "" && name !== "page") query.set(name, value);
  }
  if (page > 1) query.set("page", String(page));
  return query.size === 0 ? hrefs.screenshots : `${hrefs.screenshots}?${query.toString()}`;
}
