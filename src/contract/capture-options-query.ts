// Parses capture options from a query string: repeated parameters or commas for arrays, JSON for objects
// (docs/decisions/requests.md).
import * as z from "zod";
import { optionShape } from "./capture-options.ts";

type OptionShape = typeof optionShape;

const NUMBER = /^-?\d+(\.\d+)?$/;

const BOOLEANS = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

/** Maps each option to a schema that accepts a query parameter: a string, or an array for a repeated parameter. */
export const optionQueryShape = Object.fromEntries(
  Object.entries(optionShape).map(([name, schema]) => [
    name,
    z.preprocess((raw) => (raw === undefined ? raw : parseValue(raw, unwrap(schema))), schema),
  ]),
) as unknown as {
  // Object.fromEntries loses the type of each option.
  [Name in keyof OptionShape]: z.ZodType<z.output<OptionShape[Name]>>;
};

/** The options whose query parameter may be repeated. */
export const repeatableOptions: ReadonlySet<string> = new Set(
  Object.entries(optionShape)
    .filter(([, schema]) => acceptsArray(unwrap(schema)))
    .map(([name]) => name),
);

/** Parses the parameters of options, and returns other parameters unchanged. */
export function parseOptionParameters(query: Record<string, unknown>): Record<string, unknown> {
  const parsed = Object.entries(query).map(([name, raw]) => [
    name,
    isOption(name) ? parseValue(raw, unwrap(optionShape[name])) : raw,
  ]);
  return Object.fromEntries(parsed) as Record<string, unknown>; // the names of `query`
}

/** Returns whether the parameter of an option that consists of objects looks like JSON and is not. */
export function isBrokenJson(name: string, raw: unknown): boolean {
  if (!isOption(name)) return false;
  const schema = unwrap(optionShape[name]);
  if (schema instanceof z.ZodArray && !(schema.element instanceof z.ZodObject)) return false;
  return [raw]
    .flat()
    .some(
      (text) => typeof text === "string" && /^[[{]/.test(text) && parseJson(text) === undefined,
    );
}

function isOption(name: string): name is keyof OptionShape {
  return Object.hasOwn(optionShape, name);
}

/** Returns a value that it cannot parse unchanged, so that the schema of the option reports the error. */
function parseValue(raw: unknown, schema: z.ZodType): unknown {
  const values = (Array.isArray(raw) ? raw : [raw]).map(String);
  if (schema instanceof z.ZodArray) return parseArray(values, schema);
  if (schema instanceof z.ZodUnion) return parseUnion(values);
  const [value = ""] = values;
  return values.length === 1 ? parseSingle(value, schema) : values;
}

/** Parses a JSON array, or a JSON object per value. Does not split at commas, because a selector list contains commas. */
function parseArray(values: string[], schema: z.ZodArray): unknown {
  const parsed = values.map(parseJson);
  if (values.length === 1 && Array.isArray(parsed[0])) return parsed[0];
  const isParsed = parsed.every((value) => typeof value === "object" && value !== null);
  return isParsed && schema.element instanceof z.ZodObject ? parsed.flat() : values;
}

/** Parses an object, a keyword, or several keywords. */
function parseUnion(values: string[]): unknown {
  const [value = ""] = values;
  if (/^[[{]/.test(value)) return parseJson(value) ?? value;
  const keywords = values.flatMap((item) => item.split(","));
  return keywords.length > 1 ? keywords : value;
}

function parseSingle(value: string, schema: z.ZodType): unknown {
  if (schema instanceof z.ZodNumber) return NUMBER.test(value) ? Number(value) : value;
  if (schema instanceof z.ZodBoolean) return BOOLEANS.get(value) ?? value;
  if (schema instanceof z.ZodString || schema instanceof z.ZodEnum) return value;
  return value.startsWith("{") ? (parseJson(value) ?? value) : value;
}

function acceptsArray(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodUnion)
    return schema.options.some((option) => option instanceof z.ZodArray);
  return schema instanceof z.ZodArray;
}

/** Removes `optional` and `default` from a schema. */
function unwrap(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
    ? unwrap(schema.unwrap() as z.ZodType) // zod types the inner schema as its core, which is the same object
    : schema;
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    // Not JSON: the schema of the option reports the error.
    return undefined;
  }
}
