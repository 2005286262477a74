// Converts between the form of a monitor and its settings.
import * as z from "zod";
import type { ErrorDetails, ServiceError } from "../../contract/errors.ts";
import { type MonitorData, type MonitorSettings, newMonitorBody } from "../../contract/monitors.ts";
import { describeIssues } from "../../http/validation-errors.ts";
import type { EnteredValues, FieldErrors } from "../forms/form.tsx";
import { type Form, toFieldErrors } from "../forms/read-form.ts";
import { renderingOptions } from "../non-default-options.ts";
import { captureFormValues, readOptionFields } from "../playground/capture-form.ts";

export const SIDES = ["x", "y", "width", "height"] as const;

/** Options that monitors set, and options of other formats than PNG. */
export const UNUSED_OPTIONS = new Set(["format", "image_quality", "response_type", "cache_ttl"]);

const scheduleKind = z.enum(["every", "cron"]).catch("every");

export const NEW_MONITOR: EnteredValues = {
  scheduleKind: "every",
  every: "1d",
  timeZone: "UTC",
  confirm: "on",
  notify: "on",
  enabled: "on",
};

/** `entered`: the fields of the form; the rectangles are numbered from 0, as `withNumberedRectangles` returns them. */
export function readMonitorForm(entered: EnteredValues): Form<MonitorSettings> {
  const { options, errors: optionErrors = {} } = readOptionFields(entered);
  const body = bodyOf(entered, options);
  const result = newMonitorBody.safeParse(body);
  if (result.success && options !== undefined) return { entered, values: result.data };
  const errors = result.success ? {} : describeIssues(result.error.issues, body);
  return { entered, errors: { ...optionErrors, ...toFieldErrors(fieldErrors(errors, entered)) } };
}

/** Returns the schedule of the form, or undefined if it is invalid. */
export function readSchedule(entered: EnteredValues): MonitorSettings["schedule"] | undefined {
  return newMonitorBody.shape.schedule.safeParse(scheduleOf(entered)).data;
}

/** Assigns an error of the domain to its field. */
export function monitorErrors({ code, message, details = {} }: ServiceError): FieldErrors {
  if (code === "url_not_allowed") return { url: message };
  if (code === "not_found" || code === "forbidden")
    return { baseline: "You have no screenshot with this identifier." };
  if (code === "image_gone") return { baseline: message };
  if (code !== "invalid_options" || Object.keys(details).length === 0) return { form: message };
  const { options, schedule, ...others } = details;
  return toFieldErrors({
    ...others,
    ...(options === undefined ? {} : { form: `options ${String(options)}` }),
    ...(schedule === undefined ? {} : { cron: schedule }),
  });
}

export function monitorFormValues(monitor: MonitorData): EnteredValues {
  const { name, url, options, schedule, compare, notify, baseline, enabled } = monitor;
  const shown = Object.entries(renderingOptions(options)).filter(
    ([option]) => !UNUSED_OPTIONS.has(option),
  );
  const rectangles = compare.ignore.flatMap((rectangle, i) =>
    SIDES.map((side) => [`ignore.${i}.${side}`, String(rectangle[side])]),
  );
  return {
    ...captureFormValues({ options: Object.fromEntries(shown) }),
    name,
    url,
    ...("every" in schedule
      ? { scheduleKind: "every", every: schedule.every, timeZone: "UTC" }
      : { scheduleKind: "cron", cron: schedule.cron, timeZone: schedule.timeZone }),
    threshold: String(compare.threshold),
    minRatio: String(compare.minRatio),
    ignoreSelectors: compare.ignoreSelectors.join("\n"),
    ...Object.fromEntries(rectangles),
    confirm: compare.confirm ? "on" : "",
    notify: notify ? "on" : "",
    enabled: enabled ? "on" : "",
    baseline: baseline === "previous" ? "" : baseline,
  } as EnteredValues; // all values are strings
}

/** Numbers the rectangles from 0 and drops empty ones. */
export function withNumberedRectangles(entered: EnteredValues): EnteredValues {
  const others = Object.entries(entered).filter(([name]) => !name.startsWith("ignore."));
  const rectangles = rectanglesIn(entered).flatMap((rectangle, i) =>
    SIDES.map((side) => [`ignore.${i}.${side}`, rectangle[side]]),
  );
  return Object.fromEntries([...others, ...rectangles]) as EnteredValues; // pairs of name and text
}

type EnteredRectangle = Record<(typeof SIDES)[number], string>;

/** Returns the rectangles of the form, without empty ones. */
export function rectanglesIn(entered: EnteredValues): EnteredRectangle[] {
  const numbers = Object.keys(entered).flatMap((name) => /^ignore\.(\d+)\./.exec(name)?.[1] ?? []);
  return [...new Set(numbers)].flatMap((number) => {
    const [x, y, width, height] = SIDES.map((side) => entered[`ignore.${number}.${side}`] ?? "");
    const rectangle = { x: x ?? "", y: y ?? "", width: width ?? "", height: height ?? "" };
    return Object.values(rectangle).every((text) => text === "") ? [] : [rectangle];
  });
}

function bodyOf(entered: EnteredValues, options: object | undefined): unknown {
  const { name, url, threshold, minRatio, baseline } = entered;
  const lines = (entered["ignoreSelectors"] ?? "").split("\n").map((line) => line.trim());
  return {
    // Empty fields are missing, so that the form reports them as required.
    name: name?.trim() || undefined,
    url: url?.trim() || undefined,
    options: { ...options, format: "png" },
    schedule: scheduleOf(entered),
    compare: {
      threshold: toNumber(threshold),
      minRatio: toNumber(minRatio),
      ignore: rectanglesIn(entered).map((rectangle) =>
        Object.fromEntries(SIDES.map((side) => [side, toNumber(rectangle[side])])),
      ),
      ignoreSelectors: lines.filter((line) => line !== ""),
      confirm: entered["confirm"] === "on",
    },
    notify: entered["notify"] === "on",
    baseline: baseline?.trim() ? baseline.trim() : "previous",
    enabled: entered["enabled"] === "on",
  };
}

function scheduleOf({ scheduleKind: kind, every, cron, timeZone }: EnteredValues): unknown {
  if (scheduleKind.parse(kind) === "every") return { every: every?.trim() ?? "" };
  return { cron: cron?.trim() ?? "", timeZone: timeZone?.trim() ? timeZone.trim() : "UTC" };
}

/** Returns undefined for an empty field, and text that is not a number unchanged; the schema rejects it. */
function toNumber(text: string | undefined): unknown {
  if (text === undefined || text.trim() === "") return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

/** Assigns each error of the body to a field of the form. */
function fieldErrors(errors: ErrorDetails, entered: EnteredValues): ErrorDetails {
  const assigned = Object.entries(errors).map(([path, error]) => [
    fieldOf(path, String(error), entered),
    error,
  ]);
  return Object.fromEntries(assigned) as ErrorDetails; // pairs of field and error
}

function fieldOf(path: string, error: string, entered: EnteredValues): string {
  if (path.startsWith("compare.ignoreSelectors")) return "ignoreSelectors";
  if (path.startsWith("compare.")) return path.slice("compare.".length);
  if (path !== "schedule" && !path.startsWith("schedule.")) return path.replace(/^options\./, "");
  if (scheduleKind.parse(entered["scheduleKind"]) === "every") return "every";
  return error.includes("IANA") ? "timeZone" : "cron";
}
