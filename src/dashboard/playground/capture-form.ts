// The playground's form: what was typed in it, and the capture that it asks for.
import { z } from "zod";
import { optionShape, rejectContradictions } from "../../contract/capture-options.ts";
import { optionQueryShape } from "../../contract/capture-options-query.ts";
import { captureBody, type CaptureInput } from "../../contract/capture.ts";
import type { ErrorDetails } from "../../contract/errors.ts";
import { describeIssues } from "../../http/validation-errors.ts";
import type { Values } from "../forms/form.tsx";
import { type Form, inSentences } from "../forms/read-form.ts";
import { type Control, controlFor, type OptionName } from "./controls.ts";
import { type CaptureBody } from "./capture-body.ts";

type Body = Record<string, string | File | (string | File)[]>;

const formOptions = z.strictObject(optionQueryShape).superRefine(rejectContradictions);
const sources = ["url", "html", "name"] as const;

/** Reads every field, and tells all faults at once: beside a control, or beside its part. */
export function readCaptureForm(body: Body): Form<CaptureInput> {
  const typed = typedIn(body);
  const source = Object.fromEntries(
    sources.flatMap((name) => (typed[name] ? [[name, typed[name]]] : [])),
  );
  const spelled = Object.fromEntries(
    optionNames.flatMap((name) => {
      const value = spellControl(controlFor(name), typed);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const input = captureBody.safeParse(source);
  const options = formOptions.safeParse(spelled);
  if (input.success && options.success)
    return { typed, values: { ...input.data, options: options.data } }; // the output of each option's own schema
  const faults = besideControls({
    ...(input.success ? {} : describeIssues(input.error.issues, source)),
    ...(options.success ? {} : describeIssues(options.error.issues, unspell(spelled))),
  });
  return { typed, faults: inSentences({ ...faults, ...noJson(typed) }) };
}

/** The form filled in as somebody would who asks for this. */
export function typedFor({ options = {}, ...source }: CaptureBody): Values {
  return Object.assign(
    { ...source },
    ...Object.entries(options).map(
      ([name, value]) => typeValue(controlFor(name as OptionName), value), // the keys of options are their names
    ),
  ) as Values;
}

export const optionNames = Object.keys(optionShape) as OptionName[]; // its own keys

function typedIn(body: Body): Values {
  const texts = Object.entries(body).map(([name, value]) => {
    const values = [value].flat().filter((one) => typeof one === "string");
    // Browsers send line breaks as CRLF.
    return [name, values.join(",").replaceAll("\r\n", "\n")] as const;
  });
  return Object.fromEntries(texts);
}

/** As the query string of GET /v1/capture would have it; undefined where nothing was typed. */
function spellControl(control: Control, typed: Values): string | string[] | undefined {
  if (control.kind === "parts") {
    const parts = control.parts.flatMap((part) => {
      const text = typed[part.name];
      if (!text) return [];
      const key = part.name.slice(control.name.length + 1);
      return [[key, part.kind === "number" ? numberIn(text) : text]];
    });
    return parts.length === 0 ? undefined : JSON.stringify(Object.fromEntries(parts));
  }
  const text = typed[control.name];
  if (!text) return undefined;
  if (control.kind !== "lines") return text;
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.length === 0 ? undefined : lines;
}

/** What is no number stays as it is, so that the schema says what it wants instead. */
function numberIn(text: string): number | string {
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

function typeValue(control: Control, value: unknown): Values {
  if (control.kind === "parts") {
    const parts = control.parts.map((part) => {
      const key = part.name.slice(control.name.length + 1);
      return typeValue(part, (value as Record<string, unknown>)[key]); // an object, says its schema
    });
    return Object.assign({}, ...parts) as Values;
  }
  if (value === undefined) return {};
  if (typeof value === "string") return { [control.name]: value };
  if (Array.isArray(value) && control.kind === "lines") return { [control.name]: value.join("\n") };
  if (Array.isArray(value) && control.kind === "several")
    return { [control.name]: value.join(",") };
  return { [control.name]: JSON.stringify(value) };
}

/** What is said of a text that is no JSON would be about something that nobody typed. */
function noJson(typed: Values): ErrorDetails {
  const names = optionNames.filter((name) => {
    const text = typed[name];
    return controlFor(name).kind === "json" && text && parseJson(text) === undefined;
  });
  return Object.fromEntries(names.map((name) => [name, "must be valid JSON"]));
}

/** What stands in JSON as it was read, so that what is missing in it can be told. */
function unspell(spelled: Record<string, string | string[]>): Record<string, unknown> {
  const values = Object.entries(spelled).map(([name, text]) => [
    name,
    typeof text === "string" ? (parseJson(text) ?? text) : text,
  ]);
  return Object.fromEntries(values) as Record<string, unknown>; // by their names again
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The question was whether it is.
    return undefined;
  }
}

/** A fault deep inside of what one control holds stands beside that control, and says where. */
function besideControls(faults: ErrorDetails): ErrorDetails {
  const names = new Set([
    ...sources,
    ...optionNames.flatMap((name) => fieldNames(controlFor(name))),
  ]);
  const placed = Object.entries(faults).map(([path, fault]) => {
    const [name = path] = path.split(".");
    return names.has(path)
      ? [path, fault]
      : [name, `${path.slice(name.length + 1)} ${String(fault)}`];
  });
  return Object.fromEntries(placed) as ErrorDetails; // of paths and faults again
}

export function fieldNames(control: Control): string[] {
  return control.kind === "parts" ? control.parts.flatMap(fieldNames) : [control.name];
}
