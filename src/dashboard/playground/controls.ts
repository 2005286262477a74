// Derives the form control of each capture option from its schema in contract/capture-options.ts.
import * as z from "zod";
import { optionShape } from "../../contract/capture-options.ts";

export type OptionName = keyof typeof optionShape;

/** `initial`: the default value as text; undefined for an option without a default. */
export type Control = { name: string; help: string; initial: string | undefined } & Kind;

type Kind =
  | { kind: "switch" }
  | { kind: "choice"; choices: string[] }
  /** Any number of the choices. */
  | { kind: "multiple"; choices: string[] }
  | { kind: "number"; min: number; max: number; isInteger: boolean }
  | { kind: "line"; maxLength: number | undefined }
  | { kind: "text"; maxLength: number | undefined }
  /** One value per line. */
  | { kind: "lines" }
  | { kind: "json" }
  /** An object with a control for each field. */
  | { kind: "parts"; parts: Control[] };

/** Options that allow longer text get a text area. */
const MAX_LINE_LENGTH = 1024;

export function controlFor(name: OptionName): Control {
  return describe(name, optionShape[name]);
}

function describe(name: string, schema: z.ZodType): Control {
  const { inner, initial } = unwrap(schema);
  return {
    name,
    help: schema.description ?? "",
    initial:
      typeof initial === "string" || initial === undefined ? initial : JSON.stringify(initial),
    ...kindOf(name, inner, initial),
  };
}

function kindOf(name: string, schema: z.ZodType, initial: unknown): Kind {
  if (schema instanceof z.ZodBoolean) {
    // An unchecked box sends nothing, so a checkbox only works for options that default to false.
    return initial === false ? { kind: "switch" } : { kind: "choice", choices: ["true", "false"] };
  }
  if (schema instanceof z.ZodEnum) return { kind: "choice", choices: schema.options.map(String) };
  if (schema instanceof z.ZodNumber) {
    const isInteger = schema.def.checks?.some((check) => check._zod.def.check === "multiple_of");
    return {
      kind: "number",
      min: schema.minValue ?? 0,
      max: schema.maxValue ?? Number.MAX_SAFE_INTEGER,
      isInteger: isInteger ?? false,
    };
  }
  if (schema instanceof z.ZodString) {
    const maxLength = schema.maxLength ?? undefined;
    return { kind: (maxLength ?? 0) > MAX_LINE_LENGTH ? "text" : "line", maxLength };
  }
  if (schema instanceof z.ZodArray)
    return { kind: schema.element instanceof z.ZodString ? "lines" : "json" };
  if (schema instanceof z.ZodUnion) return kindOfUnion(schema.options as z.ZodType[]); // zod declares the core type
  if (schema instanceof z.ZodObject) {
    const parts = Object.entries<z.ZodType>(schema.shape);
    return { kind: "parts", parts: parts.map(([part, of]) => describe(`${name}.${part}`, of)) };
  }
  return { kind: "json" };
}

/** Returns a multiple choice for a union of an enum and a list, otherwise a text line that also accepts JSON. */
function kindOfUnion(options: z.ZodType[]): Kind {
  const [words] = options.filter((option) => option instanceof z.ZodEnum);
  const hasList = options.some((option) => option instanceof z.ZodArray);
  if (words !== undefined && hasList)
    return { kind: "multiple", choices: words.options.map(String) };
  return { kind: "line", maxLength: undefined };
}

function unwrap(schema: z.ZodType): { inner: z.ZodType; initial?: unknown } {
  if (schema instanceof z.ZodDefault) {
    const { inner } = unwrap(schema.unwrap() as z.ZodType); // zod declares the core type of the same object
    return { inner, initial: schema.def.defaultValue };
  }
  return schema instanceof z.ZodOptional
    ? unwrap(schema.unwrap() as z.ZodType) // zod declares the core type
    : { inner: schema };
}
