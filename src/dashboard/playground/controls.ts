// How each capture option is asked for in a form, made of contract/capture-options.ts alone.
import { z } from "zod";
import { optionShape } from "../../contract/capture-options.ts";

export type OptionName = keyof typeof optionShape;

/** `initial`: the default, as it would be typed; undefined where there is none. */
export type Control = { name: string; help: string; initial: string | undefined } & Kind;

type Kind =
  | { kind: "switch" }
  | { kind: "choice"; choices: string[] }
  /** Some of the choices. */
  | { kind: "several"; choices: string[] }
  | { kind: "number"; min: number; max: number; whole: boolean }
  | { kind: "line"; maxLength: number | undefined }
  | { kind: "text"; maxLength: number | undefined }
  /** One a line. */
  | { kind: "lines" }
  | { kind: "json" }
  /** An object, field by field. */
  | { kind: "parts"; parts: Control[] };

/** Longer texts get room for many lines. */
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
    // A box that is not ticked says nothing, which must then mean "false".
    return initial === false ? { kind: "switch" } : { kind: "choice", choices: ["true", "false"] };
  }
  if (schema instanceof z.ZodEnum) return { kind: "choice", choices: schema.options.map(String) };
  if (schema instanceof z.ZodNumber) {
    const whole = schema.def.checks?.some((check) => check._zod.def.check === "multiple_of");
    return {
      kind: "number",
      min: schema.minValue ?? 0,
      max: schema.maxValue ?? Number.MAX_SAFE_INTEGER,
      whole: whole ?? false,
    };
  }
  if (schema instanceof z.ZodString) {
    const maxLength = schema.maxLength ?? undefined;
    return { kind: (maxLength ?? 0) > MAX_LINE_LENGTH ? "text" : "line", maxLength };
  }
  if (schema instanceof z.ZodArray)
    return { kind: schema.element instanceof z.ZodString ? "lines" : "json" };
  if (schema instanceof z.ZodUnion) return kindOfUnion(schema.options as z.ZodType[]); // zod types them by their core
  if (schema instanceof z.ZodObject) {
    const parts = Object.entries<z.ZodType>(schema.shape);
    return { kind: "parts", parts: parts.map(([part, of]) => describe(`${name}.${part}`, of)) };
  }
  return { kind: "json" };
}

/** One or several of a few words; or a text that may also be an object, in JSON. */
function kindOfUnion(options: z.ZodType[]): Kind {
  const [words] = options.filter((option) => option instanceof z.ZodEnum);
  const hasList = options.some((option) => option instanceof z.ZodArray);
  if (words !== undefined && hasList)
    return { kind: "several", choices: words.options.map(String) };
  return { kind: "line", maxLength: undefined };
}

function unwrap(schema: z.ZodType): { inner: z.ZodType; initial?: unknown } {
  if (schema instanceof z.ZodDefault) {
    const { inner } = unwrap(schema.unwrap() as z.ZodType); // zod types it by its core, which is the same object
    return { inner, initial: schema.def.defaultValue };
  }
  return schema instanceof z.ZodOptional
    ? unwrap(schema.unwrap() as z.ZodType) // as above
    : { inner: schema };
}
