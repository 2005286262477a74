// Converts between the form of the playground and a capture request.
import * as z from "zod";
import { applyDevice } from "../../contract/devices.ts";
import { optionShape, rejectContradictions } from "../../contract/capture-options.ts";
import { isObject } from "../../contract/option-types.ts";
import { optionQueryShape } from "../../contract/capture-options-query.ts";
import { captureBody, type CaptureInput } from "../../contract/capture.ts";
import type { ErrorDetails } from "../../contract/errors.ts";
import { describeIssues } from "../../http/validation-errors.ts";
import type { EnteredValues, FieldErrors } from "../forms/form.tsx";
import { type Form, toFieldErrors } from "../forms/read-form.ts";
import { type Control, controlFor, type OptionName } from "./controls.ts";
import { type CaptureBody } from "./capture-body.ts";

type Body = Record<string, string | File | (string | File)[]>;

const formOptions = z.preprocess(
  applyDevice,
  // Also runs when options are invalid, so that the form shows all errors.
  z.strictObject(optionQueryShape).superRefine(rejectContradictions, { when: isObject }),
);
const sources = ["url", "html", "name"] as const;

/** Validates all fields and returns every error, by the name of the control that it concerns. */
export function readCaptureForm(body: Body): Form<CaptureInput> {
  const entered = enteredIn(body);
  const source = Object.fromEntries(
    sources.flatMap((name) => (entered[name] ? [[name, entered[name]]] : [])),
  );
  const encoded = encodeOptions(entered);
  const input = captureBody.safeParse(source);
  const options = formOptions.safeParse(encoded);
  if (input.success && options.success)
    return { entered, values: { ...input.data, options: options.data } }; // the output of the schema of each option
  const errors = assignToControls({
    ...(input.success ? {} : describeIssues(input.error.issues, source)),
    ...(options.success ? {} : describeIssues(options.error.issues, decodeJson(encoded))),
  });
  return { entered, errors: toFieldErrors({ ...errors, ...jsonErrors(entered) }) };
}

/** Validates the fields of all options and returns every error, by the name of the control that it concerns. */
export function readOptionFields(
  entered: EnteredValues,
):
  | { options: CaptureInput["options"]; errors?: undefined }
  | { options?: undefined; errors: FieldErrors } {
  const encoded = encodeOptions(entered);
  const result = formOptions.safeParse(encoded);
  if (result.success) return { options: result.data }; // the output of the schema of each option
  const errors = assignToControls(describeIssues(result.error.issues, decodeJson(encoded)));
  return { errors: toFieldErrors({ ...errors, ...jsonErrors(entered) }) };
}

/** Returns the form fields that produce this request. */
export function captureFormValues({ options = {}, ...source }: CaptureBody): EnteredValues {
  return Object.assign(
    { ...source },
    ...Object.entries(options).map(
      ([name, value]) => fillControl(controlFor(name as OptionName), value), // the keys of options are option names
    ),
  ) as EnteredValues;
}

export const optionNames = Object.keys(optionShape) as OptionName[]; // the keys of optionShape

function encodeOptions(entered: EnteredValues): Record<string, string | string[]> {
  const encoded = optionNames.flatMap((name) => {
    const value = encodeControl(controlFor(name), entered);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(encoded);
}

/** Joins the values of each field by commas. */
export function enteredIn(body: Body): EnteredValues {
  const texts = Object.entries(body).map(([name, value]) => {
    const values = [value].flat().filter((text) => typeof text === "string");
    // Browsers send line breaks as CRLF.
    return [name, values.join(",").replaceAll("\r\n", "\n")] as const;
  });
  return Object.fromEntries(texts);
}

/** Encodes a value as in the query string of GET /v1/capture. Returns undefined for an empty control. */
function encodeControl(control: Control, entered: EnteredValues): string | string[] | undefined {
  if (control.kind === "parts") {
    const parts = control.parts.flatMap((part) => {
      const text = textIn(part, entered);
      if (!text) return [];
      const key = part.name.slice(control.name.length + 1);
      return [[key, part.kind === "number" ? parseNumber(text) : text]];
    });
    return parts.length === 0 ? undefined : JSON.stringify(Object.fromEntries(parts));
  }
  const text = textIn(control, entered);
  if (!text) return undefined;
  if (control.kind !== "lines") return text;
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.length === 0 ? undefined : lines;
}

/** Drops spaces around a number, such as those of a pasted number. */
function textIn({ name, kind }: Control, entered: EnteredValues): string | undefined {
  return kind === "number" ? entered[name]?.trim() : entered[name];
}

/** Returns text that is not a number unchanged, so that the schema reports the expected type. */
function parseNumber(text: string): number | string {
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

function fillControl(control: Control, value: unknown): EnteredValues {
  if (control.kind === "parts") {
    const parts = control.parts.map((part) => {
      const key = part.name.slice(control.name.length + 1);
      return fillControl(part, (value as Record<string, unknown>)[key]); // the schema requires an object
    });
    return Object.assign({}, ...parts) as EnteredValues;
  }
  if (value === undefined) return {};
  if (typeof value === "string") return { [control.name]: value };
  if (Array.isArray(value) && control.kind === "lines") return { [control.name]: value.join("\n") };
  if (Array.isArray(value) && control.kind === "multiple")
    return { [control.name]: value.join(",") };
  return { [control.name]: JSON.stringify(value) };
}

/** Replaces the errors of the schema for invalid JSON, which would describe a value that the user did not enter. */
function jsonErrors(entered: EnteredValues): ErrorDetails {
  const names = optionNames.filter((name) => {
    const text = entered[name];
    return controlFor(name).kind === "json" && text && parseJson(text) === undefined;
  });
  return Object.fromEntries(names.map((name) => [name, "must be valid JSON"]));
}

/** Parses JSON values, so that errors can name missing fields inside them. */
function decodeJson(encoded: Record<string, string | string[]>): Record<string, unknown> {
  const values = Object.entries(encoded).map(([name, text]) => [
    name,
    typeof text === "string" ? (parseJson(text) ?? text) : text,
  ]);
  return Object.fromEntries(values) as Record<string, unknown>; // the same names as `encoded`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The text is not JSON.
    return undefined;
  }
}

/** Assigns each error to a control. An error inside the value of a control names the path inside that value. */
function assignToControls(errors: ErrorDetails): ErrorDetails {
  const names = new Set([
    ...sources,
    ...optionNames.flatMap((name) => fieldNames(controlFor(name))),
  ]);
  const assigned = Object.entries(errors).map(([path, error]): [name: string, text: string] => {
    const [name = path] = path.split(".");
    const inside = path.slice(name.length + 1);
    return names.has(path) || inside === ""
      ? [path, String(error)]
      : [name, `${inside} ${String(error)}`];
  });
  const byControl = Map.groupBy(assigned, ([name]) => name);
  return Object.fromEntries(
    [...byControl].map(([name, found]) => [name, found.map(([, text]) => text).join("; ")]),
  );
}

export function fieldNames(control: Control): string[] {
  return control.kind === "parts" ? control.parts.flatMap(fieldNames) : [control.name];
}
