// The page of one monitor: state, timeline of runs, and the actions run, pause, resume, pin a baseline and delete.
import type { Context } from "hono";
import * as z from "zod";
import type { MonitorData } from "../../contract/monitors.ts";
import { ServiceError } from "../../contract/errors.ts";
import { type Pagination as Paging, pagingShape } from "../../contract/paging.ts";
import { getOwnedMonitor } from "../../domain/monitors/get-owned.ts";
import { findPageOfDay, listTimeline } from "../../domain/monitors/history.ts";
import { removeMonitor } from "../../domain/monitors/remove.ts";
import { runNow } from "../../domain/monitors/run-now.ts";
import { updateMonitor } from "../../domain/monitors/update.ts";
import { getOwned } from "../../domain/screenshots/records/get-owned.ts";
import { addressBase } from "../../http/address-base.ts";
import { type AppEnv, factory } from "../../http/hono.ts";
import { presentMonitor, presentRuns } from "../../http/present-monitor.ts";
import { presentPage } from "../../http/present-screenshot.ts";
import { countRequest } from "../capture-as-viewer.ts";
import { inOrder } from "../comparison/in-order.ts";
import { Confirm } from "../components/confirm.tsx";
import { Notice } from "../components/notice.tsx";
import { Pagination } from "../components/pagination.tsx";
import { hrefs } from "../hrefs.ts";
import { readForm } from "../forms/read-form.ts";
import { Page } from "../layout.tsx";
import { membersOnly } from "../middleware/members-only.ts";
import { MonitorFacts } from "../monitors/monitor-facts.tsx";
import { Timeline } from "../monitors/timeline.tsx";
import { noticeOf, withNotice } from "../notices.ts";

const MONITOR_PATH = `${hrefs.monitors}/:id` as const;
const RUNS_PER_PAGE = 24;
const firstRun = z
  .string()
  .regex(/^[0-9a-f]{24}$/)
  .optional()
  .catch(undefined);
const pageQuery = z.object({
  page: pagingShape.page.catch(1),
  first: firstRun,
  refused: z.string().optional(),
});
/** `day`: such as 2026-11-22, in UTC. */
const dayQuery = z.object({
  day: z.iso
    .date()
    .transform((day) => new Date(`${day}T00:00Z`))
    .optional()
    .catch(undefined),
  first: firstRun,
});
const baselineForm = z.object({ baseline: z.string() });

export const monitorPages = factory
  .createApp()
  .use(`${hrefs.monitors}/*`, membersOnly())
  .get(MONITOR_PATH, async (c) => c.html(await renderMonitor(c)))
  .get(`${MONITOR_PATH}/compare`, async (c) => {
    const id = c.req.param("id");
    const { page, first } = pageQuery.parse(c.req.query());
    const picked = c.req.queries("id") ?? [];
    const [one, ...others] = new Set([...(first === undefined ? [] : [first]), ...picked]);
    // The second run may be on another page of the timeline.
    if (one !== undefined && others.length === 0)
      return c.redirect(hrefs.monitorRuns(id, { page, first: one }), 303);
    if (one === undefined || others.length > 1)
      return c.redirect(hrefs.monitorRuns(id, { page, first, refused: picked }), 303);
    const [before, after] = await inOrder(c.var.ctx, c.var.viewer.caller, [one, ...others]);
    return c.redirect(hrefs.monitorComparison(id, before, after), 303);
  })
  .get(`${MONITOR_PATH}/day`, async (c) => {
    const { ctx, viewer } = c.var;
    const id = c.req.param("id");
    const { day, first } = dayQuery.parse(c.req.query());
    const page =
      day === undefined ? 1 : await findPageOfDay(ctx, viewer.caller, id, day, RUNS_PER_PAGE);
    return c.redirect(hrefs.monitorRuns(id, { page, first }), 303);
  })
  .post(`${MONITOR_PATH}/run`, async (c) => {
    const { ctx, viewer } = c.var;
    const id = c.req.param("id");
    try {
      await countRequest(ctx, viewer.caller);
      await runNow(ctx, viewer.caller, id);
    } catch (error) {
      return respondActionError(c, error);
    }
    return c.redirect(withNotice(hrefs.monitor(id), "run-started"), 303);
  })
  .post(`${MONITOR_PATH}/pause`, async (c) => {
    const id = c.req.param("id");
    await updateMonitor(c.var.ctx, c.var.viewer.caller, id, { enabled: false });
    return c.redirect(withNotice(hrefs.monitor(id), "monitor-paused"), 303);
  })
  .post(`${MONITOR_PATH}/resume`, async (c) => {
    const id = c.req.param("id");
    await updateMonitor(c.var.ctx, c.var.viewer.caller, id, { enabled: true });
    return c.redirect(withNotice(hrefs.monitor(id), "monitor-resumed"), 303);
  })
  .post(`${MONITOR_PATH}/baseline`, async (c) => {
    const id = c.req.param("id");
    const { values } = await readForm(c, baselineForm);
    const baseline = values?.baseline ?? "previous";
    try {
      await updateMonitor(c.var.ctx, c.var.viewer.caller, id, { baseline });
    } catch (error) {
      return respondActionError(c, error);
    }
    const notice = baseline === "previous" ? "baseline-previous" : "baseline-pinned";
    return c.redirect(withNotice(hrefs.monitor(id), notice), 303);
  })
  .post(`${MONITOR_PATH}/delete`, async (c) => {
    await removeMonitor(c.var.ctx, c.var.viewer.caller, c.req.param("id"));
    return c.redirect(withNotice(hrefs.monitors, "monitor-deleted"), 303);
  });

/** Shows why an action failed on the page from which it was started. Throws other errors. */
async function respondActionError(c: Context<AppEnv, typeof MONITOR_PATH>, error: unknown) {
  if (!(error instanceof ServiceError) || error.status === 404 || error.status === 403) throw error;
  const { code, message, details = {}, retryAfterSeconds } = error;
  c.var.log.add({ errorCode: code });
  if (retryAfterSeconds !== undefined) c.header("Retry-After", String(retryAfterSeconds));
  const reasons = code === "invalid_options" ? Object.values(details).map(String) : [];
  const text = reasons.length > 0 ? `${reasons.join("; ")}.` : message;
  return c.html(await renderMonitor(c, text), error.status);
}

/** `failure`: why the last action failed. */
async function renderMonitor(c: Context<AppEnv, typeof MONITOR_PATH>, failure?: string) {
  const { ctx, viewer } = c.var;
  const id = c.req.param("id");
  const base = addressBase(c);
  const { page, first, refused } = pageQuery.parse(c.req.query());
  const [monitor, timeline, selected] = await Promise.all([
    getOwnedMonitor(ctx, viewer.caller, id),
    listTimeline(ctx, viewer.caller, id, { page, limit: RUNS_PER_PAGE }),
    first === undefined ? undefined : findSelected(c, first),
  ]);
  const { data } = presentMonitor(monitor, base);
  const { pagination } = timeline;
  const runs = presentRuns(timeline, base).data;
  const records = [...timeline.screenshots.values()];
  const screenshots = presentPage({ records, pagination }, base).data;
  const items = runs.map((run) => ({
    run,
    screenshot: screenshots.find(({ _id }) => _id === run.screenshotId),
  }));
  const isLive = runs.some(({ status }) => status === "capturing" || status === "confirming");
  const live = isLive ? { "data-live": "" } : {};
  return (
    <Page
      title={data.name}
      lead={
        <a href={data.url} rel="noreferrer">
          {data.url}
        </a>
      }
      viewer={viewer}
      current="monitors"
      parent={{ href: hrefs.monitors, label: "Monitors" }}
      notice={noticeOf(c.req.query("done"))}
      isLive={isLive}
      actions={
        <div class="actions" id="actions" {...live}>
          <Actions monitor={data} isRunning={isLive} />
        </div>
      }
    >
      {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
      <section class="panel" id="facts" {...live}>
        <MonitorFacts monitor={data} />
      </section>
      <section class="panel">
        <h2>Runs</h2>
        {pagination.total > 0 && <p>{runsLead(pagination)}</p>}
        {refused !== undefined && (
          <Notice tone="bad">
            {selected === undefined
              ? "Select two runs to compare them."
              : "Select one run to compare it with the selected one."}
          </Notice>
        )}
        {pagination.pages > 1 && <DayForm monitorId={id} first={selected?.id} />}
        <Timeline
          monitorId={id}
          page={page}
          items={items}
          baseline={data.baseline}
          selected={selected}
          checked={new Set(refused?.split("."))}
        />
        <Pagination
          page={page}
          pages={pagination.pages}
          href={(other) => hrefs.monitorRuns(id, { page: other, first: selected?.id })}
        />
      </section>
    </Page>
  );
}

function runsLead({ total, pages }: Paging): string {
  const count = `${total.toLocaleString("en")} ${total === 1 ? "run" : "runs"}`;
  const where = pages > 1 ? ", also on different pages" : "";
  return `${count}, newest first. Select two to compare them${where}.`;
}

/** Returns the screenshot that the user selected on another page; undefined if it was deleted. */
async function findSelected(c: Context<AppEnv>, id: string) {
  try {
    return await getOwned(c.var.ctx, c.var.viewer.caller, id);
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

/** Opens the page of the timeline with the runs of a day. */
function DayForm({ monitorId, first }: { monitorId: string; first: string | undefined }) {
  return (
    <form class="toolbar" method="get" action={`${hrefs.monitor(monitorId)}/day`}>
      {first !== undefined && <input type="hidden" name="first" value={first} />}
      <label class="small">
        Runs until the end of the day (UTC) <input type="date" name="day" required />
      </label>
      <button class="quiet compact">Show</button>
    </form>
  );
}

function Actions({ monitor, isRunning }: { monitor: MonitorData; isRunning: boolean }) {
  const { _id: id, enabled } = monitor;
  const address = hrefs.monitor(id);
  return (
    <>
      <form method="post" action={`${address}/run`}>
        <button disabled={isRunning}>Run now</button>
      </form>
      <a class="button quiet" href={hrefs.monitorSettings(id)}>
        Edit
      </a>
      <form method="post" action={`${address}/${enabled ? "pause" : "resume"}`}>
        <button class="quiet">{enabled ? "Pause" : "Resume"}</button>
      </form>
      <Confirm
        id="delete"
        label="Delete"
        question="Delete this monitor?"
        action={`${address}/delete`}
      >
        <p>The monitor and the history of its runs are deleted. Its screenshots remain.</p>
      </Confirm>
    </>
  );
}
