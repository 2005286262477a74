// The endpoints of monitors in the documentation.
import type { ErrorCode } from "./errors.ts";
import {
  MAX_MONITORS_PER_ACCOUNT,
  monitorAnswer,
  monitorChangesBody,
  monitorDeletionAnswer,
  monitorsAnswer,
  newMonitorBody,
  runAnswer,
  runsAnswer,
  runsQueryShape,
} from "./monitors.ts";
import type { Operation } from "./operation.ts";

const parameters = { monitorId: "Identifier of the monitor." };
const OWNERSHIP_ERRORS: ErrorCode[] = ["forbidden", "not_found"];

export const monitorOperations: Operation[] = [
  {
    id: "listMonitors",
    method: "get",
    path: "/v1/monitors",
    tag: "Monitors",
    summary: "List monitors, oldest first",
    answers: [{ status: 200, description: "All monitors of the account.", json: monitorsAnswer }],
  },
  {
    id: "createMonitor",
    method: "post",
    path: "/v1/monitors",
    tag: "Monitors",
    summary: "Create a monitor",
    description:
      "Captures a page on a schedule, compares each capture with the previous one or with a pinned screenshot, and sends " +
      "`monitor.changed` to the webhooks of the account when the page changed. Each run costs one credit. A run is skipped " +
      "if the account has no credits or no storage left. While the subscription of the account is canceled, its monitors " +
      "pause. After an outage, one run replaces all missed runs. An account has " +
      `at most ${MAX_MONITORS_PER_ACCOUNT} monitors.`,
    body: newMonitorBody,
    example: {
      name: "Prices",
      url: "https://example.com/prices",
      options: { full_page: true },
      schedule: { cron: "0 9 * * 1-5", timeZone: "Europe/Berlin" },
      compare: { ignoreSelectors: [".clock"] },
    },
    answers: [{ status: 201, description: "The monitor.", json: monitorAnswer }],
    errors: [
      "invalid_url",
      "url_not_allowed",
      "monitor_limit_reached",
      "not_found",
      "forbidden",
      "image_gone",
    ],
  },
  {
    id: "getMonitor",
    method: "get",
    path: "/v1/monitors/{monitorId}",
    tag: "Monitors",
    summary: "Get a monitor",
    parameters,
    answers: [{ status: 200, description: "The monitor.", json: monitorAnswer }],
    errors: OWNERSHIP_ERRORS,
  },
  {
    id: "updateMonitor",
    method: "put",
    path: "/v1/monitors/{monitorId}",
    tag: "Monitors",
    summary: "Update a monitor",
    description:
      "Replaces the fields of the request; omitted fields do not change, also within `compare`. `options` and `schedule` " +
      "are replaced as a whole, so that options can be removed. After a change of `url`, `options` or " +
      "`compare.ignoreSelectors`, the next run is the first of a new series.",
    parameters,
    body: monitorChangesBody,
    example: { enabled: false },
    answers: [{ status: 200, description: "The updated monitor.", json: monitorAnswer }],
    errors: [...OWNERSHIP_ERRORS, "invalid_url", "url_not_allowed", "image_gone"],
  },
  {
    id: "deleteMonitor",
    method: "delete",
    path: "/v1/monitors/{monitorId}",
    tag: "Monitors",
    summary: "Delete a monitor and its runs",
    description: "The screenshots of its runs remain.",
    parameters,
    answers: [{ status: 200, description: "The deleted monitor.", json: monitorDeletionAnswer }],
    errors: OWNERSHIP_ERRORS,
  },
  {
    id: "runMonitor",
    method: "post",
    path: "/v1/monitors/{monitorId}/run",
    tag: "Monitors",
    summary: "Run a monitor now",
    description:
      "Costs one credit and does not change the schedule. While a run is in progress, returns that run.",
    parameters,
    answers: [{ status: 201, description: "The run.", json: runAnswer }],
    errors: [...OWNERSHIP_ERRORS, "usage_limit_exceeded"],
  },
  {
    id: "listMonitorRuns",
    method: "get",
    path: "/v1/monitors/{monitorId}/runs",
    tag: "Monitors",
    summary: "List the runs of a monitor, newest first",
    parameters,
    query: runsQueryShape,
    answers: [{ status: 200, description: "One page of runs.", json: runsAnswer }],
    errors: [...OWNERSHIP_ERRORS, "invalid_options"],
  },
];
