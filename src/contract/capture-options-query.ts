// The capture options as a query string spells them: flat, untyped, arrays by repeating the key or by commas,
// objects as JSON (docs/decisions.md "Requests").
import { z } from "zod";
import { optionShape } from "./capture-options.ts";

type OptionShape = typeof optionShape;

/** Option name → schema that reads its query-string spelling first. Values: a string, or an array where a key was repeated. */
export const optionQueryShape = Object.fromEntries(
  Object.entries(optionShape).map(([name, schema]) => [
    name,
    z.preprocess((raw) => (raw === undefined ? raw : readValue(raw, innermost(schema))), schema),
  ]),
) as unknown as {
  // Object.fromEntries forgets which schema stands under which name; the map keeps names and outputs.
  [Name in keyof OptionShape]: z.ZodType<z.output<OptionShape[Name]>>;
};

/** The options that may stand in a query several times. */
export const repeatableOptions: ReadonlySet<string> = new Set(
  Object.entries(optionShape)
    .filter(([, schema]) => takesList(innermost(schema)))
    .map(([name]) => name),
);

const BOOLEANS = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

/** What cannot be read stays as it is, so that the option's own schema says what it wants instead. */
function readValue(raw: unknown, schema: z.ZodType): unknown {
  const values: unknown[] = Array.isArray(raw) ? raw : [raw];
  const [value] = values;
  if (typeof value !== "string") return raw;

  if (schema instanceof z.ZodArray) {
    // A selector list has commas of its own and is one selector; everything else in an array is JSON.
    const parsed = parseJson(value);
    return values.length === 1 && Array.isArray(parsed) ? parsed : values;
  }
  if (values.length > 1 && !(schema instanceof z.ZodUnion)) return values;
  if (schema instanceof z.ZodNumber) return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  if (schema instanceof z.ZodBoolean) return BOOLEANS.get(value) ?? value;
  if (schema instanceof z.ZodString || schema instanceof z.ZodEnum) return value;
  if (value.startsWith("{")) return parseJson(value) ?? value;
  if (!(schema instanceof z.ZodUnion)) return value;

  const items = values.flatMap((item) => String(item).split(","));
  return items.length > 1 ? items : value;
}

function takesList(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodUnion) return schema.options.some((one) => one instanceof z.ZodArray);
  return schema instanceof z.ZodArray;
}

function innermost(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
    ? innermost(schema.unwrap() as z.ZodType) // zod types the inner schema by its core, which is the same object
    : schema;
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    // Not JSON: the option's own schema says what it wants instead.
    return undefined;
  }
}
