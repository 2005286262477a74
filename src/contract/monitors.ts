// The requests and responses of monitors (docs/decisions/monitors.md).
import * as z from "zod";
import { recordName, webAddress } from "./capture.ts";
import { captureOptions, storedOptions } from "./capture-options.ts";
import { compareSettings, comparisonResult, DEFAULT_THRESHOLD } from "./compare.ts";
import { rejectInsecureCookies } from "./cookies.ts";
import { cssSelectors, describeObjectError, flag, isObject, shape, text } from "./option-types.ts";
import { schedule } from "./monitor-schedule.ts";
import { apiKeyParameter, pagination, pagingShape } from "./paging.ts";

export const MAX_MONITORS_PER_ACCOUNT = 100;

const DEFAULT_MIN_RATIO = 0.001;

const compareFields = {
  threshold: compareSettings.threshold,
  ignore: compareSettings.ignore,
  minRatio: z
    .number({ error: "must be a number from 0 to 1" })
    .min(0, { error: "must be a number from 0 to 1" })
    .max(1, { error: "must be a number from 0 to 1" })
    .describe("Smallest share of changed pixels that is reported as a change."),
  ignoreSelectors: cssSelectors().describe(
    "CSS selectors of elements that are made invisible. They keep their place.",
  ),
  confirm: flag().describe(
    "Whether a changed page is captured again after 30 seconds, free of charge. Only what differs in both captures counts.",
  ),
};

const compare = shape({
  threshold: compareFields.threshold.default(DEFAULT_THRESHOLD),
  ignore: compareFields.ignore.default([]),
  minRatio: compareFields.minRatio.default(DEFAULT_MIN_RATIO),
  ignoreSelectors: compareFields.ignoreSelectors.default([]),
  confirm: compareFields.confirm.default(true),
});

const compareChanges = shape({
  threshold: compareFields.threshold.exactOptional(),
  ignore: compareFields.ignore.exactOptional(),
  minRatio: compareFields.minRatio.exactOptional(),
  ignoreSelectors: compareFields.ignoreSelectors.exactOptional(),
  confirm: compareFields.confirm.exactOptional(),
});

const settings = {
  name: recordName().describe("Name of the monitor and of its screenshots."),
  url: webAddress,
  options: captureOptions
    .refine(({ format }) => format === "png", {
      path: ["format"],
      error: "must be png: only PNG images can be compared",
    })
    .describe("Options of the captures. The format is png."),
  schedule,
  compare,
  notify: flag().describe("Whether events are sent to the webhooks of the account."),
  baseline: text(24)
    .regex(/^(?:previous|[0-9a-f]{24})$/, {
      error: "must be previous or the identifier of a screenshot",
    })
    .describe(
      "What runs are compared with: `previous`, the last run before, or the identifier of a screenshot. The retention " +
        "period does not remove the image of that screenshot.",
    ),
  enabled: flag().describe("Whether the monitor runs on its schedule."),
};

export const newMonitorBody = z
  .strictObject(
    {
      name: settings.name,
      url: settings.url,
      options: settings.options.prefault({}),
      schedule: settings.schedule,
      compare: settings.compare.prefault({}),
      notify: settings.notify.default(true),
      baseline: settings.baseline.default("previous"),
      enabled: settings.enabled.default(true),
    },
    { error: describeObjectError },
  )
  .superRefine(
    ({ url, options }, context) => rejectInsecureCookies(context, ["options"], options, { url }),
    // Also runs when other fields are invalid, so that one response reports all errors.
    { when: isObject },
  );

export type MonitorSettings = z.output<typeof newMonitorBody>;

/** A body as clients send it: fields with a default are optional. */
export type MonitorInput = z.input<typeof newMonitorBody>;

export const monitorChangesBody = z
  .strictObject(
    {
      name: settings.name.exactOptional(),
      url: settings.url.exactOptional(),
      options: settings.options.exactOptional(),
      schedule: settings.schedule.exactOptional(),
      compare: compareChanges.exactOptional(),
      notify: settings.notify.exactOptional(),
      baseline: settings.baseline.exactOptional(),
      enabled: settings.enabled.exactOptional(),
    },
    { error: describeObjectError },
  )
  .refine((body) => Object.keys(body).length > 0, {
    error: "must contain name, url, options, schedule, compare, notify, baseline or enabled",
  });

export type MonitorChanges = z.output<typeof monitorChangesBody>;

export type MonitorChangesInput = z.input<typeof monitorChangesBody>;

/** The documented parameters of GET /v1/monitors/{monitorId}/runs. */
export const runsQueryShape = pagingShape;

export const runsQuery = z.strictObject({ ...runsQueryShape, api_key: apiKeyParameter });

export type RunsQuery = z.output<typeof runsQuery>;

export const MONITOR_STATES = ["pending", "ok", "failing", "paused"] as const;

/** The first two states are unfinished: the run waits for its capture, or for the capture that confirms a change. */
export const RUN_STATES = [
  "capturing",
  "confirming",
  "first",
  "same",
  "changed",
  "failed",
  "skipped",
] as const;

const id = z.string().regex(/^[0-9a-f]{24}$/);
const time = z.iso.datetime();
const success = z.literal(true);

const comparison = comparisonResult.omit({ changed: true }).extend({
  before: id.describe("Identifier of the screenshot that the run was compared with."),
  after: id.describe("Identifier of the screenshot of the run."),
  diffUrl: z
    .string()
    .nullable()
    .describe("Diff image of a change. Null when nothing changed, and when it is not stored."),
});

const run = z.object({
  _id: id.describe("Identifier of the run."),
  monitorId: id,
  status: z
    .enum(RUN_STATES)
    .describe(
      "`first`: nothing to compare with. `same` and `changed`: compared. `skipped`: nothing captured.",
    ),
  reason: z.string().nullable().describe("Why the run failed or was skipped, as a code."),
  message: z.string().nullable().describe("The same, as a sentence."),
  screenshotId: id.nullable(),
  confirmScreenshotId: id
    .nullable()
    .describe("Identifier of the free capture that confirmed or refuted a change."),
  comparison: comparison.nullable().describe("Null if the run was not compared."),
  dueAt: time.describe("When the run was due."),
  startedAt: time,
  finishedAt: time.nullable(),
});

const monitor = z.object({
  _id: id.describe("Identifier of the monitor."),
  name: z.string(),
  url: z.string(),
  options: storedOptions.partial(),
  schedule,
  compare,
  notify: z.boolean(),
  baseline: z.string(),
  enabled: z.boolean(),
  state: z
    .enum(MONITOR_STATES)
    .describe(
      "`pending` before the first finished run, `failing` after a failed or skipped run, `paused` if not enabled and " +
        "while the subscription of the account is canceled.",
    ),
  nextRunAt: time.nullable().describe("Null if the monitor is paused."),
  lastRun: run.nullable().describe("The last finished run."),
  lastChange: run.nullable().describe("The last run that found a change."),
  createdAt: time,
  updatedAt: time,
});

/** GET and PUT /v1/monitors/{monitorId}, and POST /v1/monitors. */
export const monitorAnswer = z.object({ success, data: monitor });

/** GET /v1/monitors. */
export const monitorsAnswer = z.object({ success, data: z.array(monitor) });

/** DELETE /v1/monitors/{monitorId}. */
export const monitorDeletionAnswer = z.object({
  success,
  message: z.string(),
  data: z.object({ _id: id, isDeleted: z.literal(true) }),
});

/** POST /v1/monitors/{monitorId}/run. */
export const runAnswer = z.object({ success, data: run });

/** GET /v1/monitors/{monitorId}/runs. */
export const runsAnswer = z.object({ success, data: z.array(run), pagination });

export type MonitorCompare = z.output<typeof compare>;
export type MonitorState = (typeof MONITOR_STATES)[number];
export type RunState = (typeof RUN_STATES)[number];
export type MonitorData = z.output<typeof monitor>;
export type RunData = z.output<typeof run>;
export type MonitorAnswer = z.output<typeof monitorAnswer>;
export type MonitorsAnswer = z.output<typeof monitorsAnswer>;
export type MonitorDeletionAnswer = z.output<typeof monitorDeletionAnswer>;
export type RunAnswer = z.output<typeof runAnswer>;
export type RunsAnswer = z.output<typeof runsAnswer>;
