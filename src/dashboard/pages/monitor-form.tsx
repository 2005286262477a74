// Creates a monitor, and changes its settings. Both pages have the same form.
import type { Context } from "hono";
import { ServiceError } from "../../contract/errors.ts";
import type { MonitorChanges, MonitorSettings } from "../../contract/monitors.ts";
import { createMonitor } from "../../domain/monitors/create.ts";
import { getOwnedMonitor } from "../../domain/monitors/get-owned.ts";
import type { MonitorWithRuns } from "../../domain/monitors/monitor.ts";
import { updateMonitor } from "../../domain/monitors/update.ts";
import { getOwned } from "../../domain/screenshots/records/get-owned.ts";
import { addressBase } from "../../http/address-base.ts";
import { type AppEnv, factory } from "../../http/hono.ts";
import { presentMonitor } from "../../http/present-monitor.ts";
import { presentScreenshot } from "../../http/present-screenshot.ts";
import { canonicalJson } from "../../lib/canonical-json.ts";
import { nextRunTime } from "../../lib/run-schedule.ts";
import { captureAsViewer } from "../capture-as-viewer.ts";
import type { EnteredValues, FieldErrors } from "../forms/form.tsx";
import { readOnceOf } from "../forms/form-token.tsx";
import { readFields } from "../forms/read-form.ts";
import { hrefs } from "../hrefs.ts";
import { Page } from "../layout.tsx";
import { membersOnly, previewsOnly } from "../middleware/members-only.ts";
import { MonitorForm, type Preview } from "../monitors/form.tsx";
import { ScheduleReading } from "../monitors/schedule-fields.tsx";
import {
  monitorErrors,
  monitorFormValues,
  NEW_MONITOR,
  readMonitorForm,
  readSchedule,
  withNumberedRectangles,
} from "../monitors/form-values.ts";
import { renderingOptions } from "../non-default-options.ts";
import { withNotice } from "../notices.ts";
import { describeCaptureError } from "../playground/capture-errors.ts";
import { enteredIn } from "../playground/capture-form.ts";

const SETTINGS_PATH = `${hrefs.monitors}/:id/edit` as const;
const NEXT_RUNS = 3;

export const monitorFormPages = factory
  .createApp()
  .use(hrefs.newMonitor, membersOnly())
  .use(SETTINGS_PATH, membersOnly())
  .get(hrefs.newMonitor, async (c) => c.html(await renderForm(c, { entered: NEW_MONITOR })))
  .post(hrefs.newMonitor, (c) =>
    respondForm(c, undefined, async (settings, entered) => {
      const once = await readOnceOf(c, entered);
      const { id } = await createMonitor(c.var.ctx, c.var.viewer.caller, settings, once);
      return withNotice(hrefs.monitor(id), "monitor-created");
    }),
  )
  .use(hrefs.schedulePreview, previewsOnly())
  .post(hrefs.schedulePreview, async (c) => {
    const { ctx, viewer } = c.var;
    const entered = enteredIn(await readFields(c));
    const id = c.req.query("monitor");
    const monitor = id === undefined ? undefined : await getOwnedMonitor(ctx, viewer.caller, id);
    return c.html(<ScheduleReading schedule={readingOf(entered, ctx.clock(), monitor)} />);
  })
  .get(SETTINGS_PATH, async (c) => {
    const monitor = await getOwnedMonitor(c.var.ctx, c.var.viewer.caller, c.req.param("id"));
    const entered = monitorFormValues(presentMonitor(monitor, addressBase(c)).data);
    return c.html(await renderForm(c, { monitor, entered }));
  })
  .post(SETTINGS_PATH, async (c) => {
    const { ctx, viewer } = c.var;
    const monitor = await getOwnedMonitor(ctx, viewer.caller, c.req.param("id"));
    return respondForm(c, monitor, async (settings) => {
      const changes = changesOf(monitor, settings);
      if (Object.keys(changes).length > 0)
        await updateMonitor(ctx, viewer.caller, monitor.id, changes);
      return withNotice(hrefs.monitor(monitor.id), "monitor-saved");
    });
  });

/** `save`: stores valid settings and returns the address of the next page. */
async function respondForm(
  c: Context<AppEnv>,
  monitor: MonitorWithRuns | undefined,
  save: (settings: MonitorSettings, entered: EnteredValues) => Promise<string>,
) {
  const form = await readFields(c);
  const entered = withNumberedRectangles(enteredIn(form));
  const action = entered["do"];
  if (action === "schedule" || action === "add") {
    const emptyRectangles = action === "add" ? 2 : 1;
    return c.html(await renderForm(c, { monitor, entered, emptyRectangles }));
  }
  const { values, errors } = readMonitorForm(entered);
  if (values === undefined) return c.html(await renderForm(c, { monitor, entered, errors }), 422);
  try {
    if (action !== "capture") return c.redirect(await save(values, entered), 303);
    const { url, options } = values;
    const input = { source: { kind: "url", url } as const, name: values.name, options };
    const { id } = await captureAsViewer(c.var.ctx, c.var.viewer, input);
    const page = await renderForm(c, { monitor, entered: { ...entered, preview: id } });
    return c.html(page);
  } catch (error) {
    // Show a refused setting or a failed capture as an error of the form.
    if (!(error instanceof ServiceError)) throw error;
    c.var.log.add({ errorCode: error.code });
    if (error.retryAfterSeconds !== undefined)
      c.header("Retry-After", String(error.retryAfterSeconds));
    const errors = action === "capture" ? describeCaptureError(error) : monitorErrors(error);
    return c.html(await renderForm(c, { monitor, entered, errors }), error.status);
  }
}

/** Returns the settings that differ. Omits unchanged options, because the form does not contain their secrets. */
function changesOf(monitor: MonitorWithRuns, settings: MonitorSettings): MonitorChanges {
  const current: Record<string, unknown> = {
    ...monitor,
    baseline: monitor.baselineId ?? "previous",
    options: renderingOptions({ ...monitor.order.options, cache_ttl: undefined }),
  };
  const changed = Object.entries(settings).filter(([name, value]) => {
    const shown =
      name === "options" ? renderingOptions({ ...settings.options, cache_ttl: undefined }) : value;
    return canonicalJson(shown) !== canonicalJson(current[name]);
  });
  return Object.fromEntries(changed) as MonitorChanges; // some of the settings
}

type FormState = {
  /** Undefined for a new monitor. */
  monitor?: MonitorWithRuns | undefined;
  entered: EnteredValues;
  errors?: FieldErrors | undefined;
  emptyRectangles?: number;
};

async function renderForm(
  c: Context<AppEnv>,
  { monitor, entered, errors = {}, emptyRectangles = 1 }: FormState,
) {
  const { ctx, viewer } = c.var;
  const previewId = entered["preview"] ?? monitor?.lastRun?.screenshotId ?? undefined;
  return (
    <Page
      title={monitor === undefined ? "New monitor" : "Edit monitor"}
      lead={
        monitor === undefined
          ? "Each run captures the page and uses one credit."
          : "A new URL, other options or other ignored elements start a new series: the next run has nothing to compare with."
      }
      viewer={viewer}
      current="monitors"
      parent={
        monitor === undefined
          ? { href: hrefs.monitors, label: "Monitors" }
          : { href: hrefs.monitor(monitor.id), label: monitor.name }
      }
    >
      <MonitorForm
        action={monitor === undefined ? hrefs.newMonitor : hrefs.monitorSettings(monitor.id)}
        entered={entered}
        errors={errors}
        schedule={readingOf(entered, ctx.clock(), monitor)}
        schedulePreview={
          monitor === undefined ? hrefs.schedulePreview : hrefs.schedulePreviewOf(monitor.id)
        }
        preview={previewId === undefined ? undefined : await findPreview(c, previewId)}
        emptyRectangles={emptyRectangles}
        hasSecrets={monitor?.order.secrets !== undefined}
        submit={monitor === undefined ? "Create monitor" : "Save settings"}
      />
    </Page>
  );
}

/** Returns undefined if the schedule of the form is invalid. An unchanged schedule keeps the next run of the monitor. */
function readingOf(entered: EnteredValues, now: Date, monitor: MonitorWithRuns | undefined) {
  const schedule = readSchedule(entered);
  if (schedule === undefined) return undefined;
  const isUnchanged = canonicalJson(schedule) === canonicalJson(monitor?.schedule);
  const first = isUnchanged ? (monitor?.nextRunAt ?? undefined) : undefined;
  return { schedule, next: nextRuns(schedule, now, first) };
}

/** Returns the next runs from `first`, without the delay of up to a minute that each monitor has. */
function nextRuns(schedule: MonitorSettings["schedule"], now: Date, first?: Date): Date[] {
  const times: Date[] = first === undefined ? [] : [first];
  let last = first;
  while (times.length < NEXT_RUNS) {
    const from: Date = last ?? now;
    last = nextRunTime(schedule, NO_DELAY_ID, last === undefined ? { now } : { now: from, last });
    if (last === undefined) break;
    times.push(last);
  }
  return times;
}

/** The last digits of a monitor's id determine the delay of its runs. With this id, the delay is 0. */
const NO_DELAY_ID = "0".repeat(24);

/** Returns undefined if the screenshot was deleted or has no image. */
async function findPreview(c: Context<AppEnv>, id: string): Promise<Preview | undefined> {
  try {
    const record = await getOwned(c.var.ctx, c.var.viewer.caller, id);
    const { data } = presentScreenshot(record, addressBase(c));
    return data.imageUrl == null ? undefined : data;
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}
