// The gallery: all screenshots of the account, with the filters of GET /v1/screenshots.
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
import { type Faults, SelectField, TextField, type Values } from "../forms/form.tsx";
import { Notice } from "../components/notice.tsx";
import { Pagination } from "../components/pagination.tsx";
import { Shots, statusLabels } from "../components/screenshot-card.tsx";
import { hrefs } from "../hrefs.ts";
import { Page } from "../layout.tsx";
import { membersOnly } from "../middleware/members-only.ts";
import { noticeOf } from "../notices.ts";
import { readQuery } from "../forms/read-form.ts";

/** Rows of two, three and four are all full. */
const PER_PAGE = 24;

const { limit: _, ...filters } = listQueryShape;
const galleryQuery = z.object(filters);

export const screenshotsPages = factory
  .createApp()
  .use(hrefs.screenshots, membersOnly())
  .get(hrefs.screenshots, async (c) => {
    const { ctx, viewer } = c.var;
    const { values, typed, faults } = readQuery(c, galleryQuery);
    if (values === undefined)
      return c.html(<Gallery viewer={viewer} typed={typed} faults={faults} />, 422);
    const page = await listScreenshots(ctx, viewer.caller, { ...values, limit: PER_PAGE });
    const list = presentPage(page, addressBase(c));
    const done = noticeOf(c.req.query("done"));
    return c.html(<Gallery viewer={viewer} typed={typed} list={list} done={done} />);
  });

type Props = {
  viewer: Viewer;
  /** The filters as they stand in the address. */
  typed: Values;
  faults?: Faults;
  /** Undefined where the filters are at fault. */
  list?: ListAnswer;
  done?: string | undefined;
};

function Gallery({ viewer, typed, faults = {}, list, done }: Props) {
  const isFiltered = Object.keys(filters).some((name) => name !== "page" && typed[name]);
  return (
    <Page
      title="Screenshots"
      lead={list && leadOf(list.pagination.total, isFiltered)}
      viewer={viewer}
      here="screenshots"
      done={done}
      actions={
        <a class="button" href={hrefs.playground}>
          New screenshot
        </a>
      }
    >
      {faults["page"] !== undefined && <Notice tone="bad">Page: {faults["page"]}</Notice>}
      <Filters typed={typed} faults={faults} isFiltered={isFiltered} />
      {list !== undefined && <List list={list} typed={typed} isFiltered={isFiltered} />}
    </Page>
  );
}

function leadOf(total: number, isFiltered: boolean): string | undefined {
  if (total === 0) return undefined;
  const count = `${total.toLocaleString("en")} ${total === 1 ? "screenshot" : "screenshots"}`;
  return isFiltered ? `${count} found.` : `${count}, newest first.`;
}

type FilterProps = { typed: Values; faults: Faults; isFiltered: boolean };

function Filters({ typed, faults, isFiltered }: FilterProps) {
  const field = (name: string) => ({ name, value: typed[name] ?? "", fault: faults[name] });
  return (
    <form class="filters panel" method="get" action={hrefs.screenshots} role="search">
      <TextField {...field("search")} label="Address contains" type="search" />
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
      {typed["batchId"] !== undefined && <TextField {...field("batchId")} label="Batch" />}
      <div class="actions">
        <button class="quiet">Filter</button>
        {isFiltered && <a href={hrefs.screenshots}>Show all</a>}
      </div>
    </form>
  );
}

function List({
  list,
  typed,
  isFiltered,
}: {
  list: ListAnswer;
  typed: Values;
  isFiltered: boolean;
}) {
  const { page, pages } = list.pagination;
  if (list.data.length > 0) {
    return (
      <>
        <Shots items={list.data} />
        <Pagination page={page} pages={pages} href={(other) => pageHref(typed, other)} />
      </>
    );
  }
  if (isFiltered || pages > 0) {
    return (
      <Empty title="Nothing here">
        <p>{isFiltered ? "No screenshot is like that." : "The list is not that long."}</p>
        <a class="button quiet" href={hrefs.screenshots}>
          Show all
        </a>
      </Empty>
    );
  }
  return (
    <Empty title="No screenshot yet">
      <p>Whatever you capture, here or with an API key, is shown on this page.</p>
      <a class="button" href={hrefs.playground}>
        Capture a page
      </a>
    </Empty>
  );
}

function pageHref(typed: Values, page: number): string {
  const query = new URLSearchParams();
  for (const name of Object.keys(filters)) {
    const value = typed[name];
    if (value !== undefined && value !== "" && name !== "page") query.set(name, value);
  }
  if (page > 1) query.set("page", String(page));
  return query.size === 0 ? hrefs.screenshots : `${hrefs.screenshots}?${query.toString()}`;
}
