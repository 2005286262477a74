// Converts zod issues to validation errors. `details` maps field paths to errors (docs/decisions/requests.md).
import * as z from "zod";
import { optionShape } from "../contract/capture-options.ts";
import { optionSynonyms } from "../contract/option-synonyms.ts";
import {
  isBrokenJson,
  parseOptionParameters,
  repeatableOptions,
} from "../contract/capture-options-query.ts";
import { type ErrorDetails, ServiceError } from "../contract/errors.ts";
import { closest, foldName } from "../lib/closest.ts";

/** Bounds the size of a response to a body with many errors, and the time to describe them. */
const MAX_ERRORS = 100;
const MAX_PATH_LENGTH = 200;

const optionNames = Object.keys(optionShape);

type Issue = z.core.$ZodIssue;

/**
 * Returns invalid_url if the `url` field is invalid, otherwise invalid_options. `input`: the validated value. `schema`: the
 * schema whose fields the error suggests.
 */
export function validationError(
  issues: readonly Issue[],
  input: unknown,
  schema: z.ZodType,
): ServiceError {
  return createError(issues, describeIssues(issues, input, fieldsOf(schema)));
}

/** Returns the validation error of a query string, in which only some parameters may be repeated. */
export function queryValidationError(
  issues: readonly Issue[],
  query: Record<string, unknown>,
  schema: z.ZodType,
): ServiceError {
  const names = new Set(
    issues.flatMap(({ path }) => (path[0] === undefined ? [] : String(path[0]))),
  );
  const broken = [...names].filter((name) => isBrokenJson(name, query[name]));
  const repeated = [...names].filter((name) => isRepeated(name, query));
  const described = describeIssues(
    // The schema receives the text of broken JSON, so its errors would be misleading.
    issues.filter(({ path }) => !broken.includes(String(path[0]))),
    parseOptionParameters(query),
    fieldsOf(schema),
  );
  return createError(issues, {
    ...described,
    ...Object.fromEntries(broken.map((name) => [name, "must be valid JSON"])),
    ...Object.fromEntries(repeated.map((name) => [name, "must be given once"])),
  });
}

/**
 * Renames the fields of an invalid_options error to query parameters: "options.clip" → "clip". Rendering reports them
 * as fields of a body. Returns any other error unchanged.
 */
export function withQueryParameterNames(error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.code !== "invalid_options") return error;
  const { message, details = {}, cause } = error;
  const renamed = Object.entries(details).map(([path, text]): [string, typeof text] => [
    path.replace(/^options\./, ""),
    text,
  ]);
  return new ServiceError("invalid_options", {
    message,
    details: Object.fromEntries(renamed),
    cause,
  });
}

/**
 * Returns the `details` of a validation error: the first errors, with all errors of a path in one text. An `input` that is
 * not an object is reported as "body". `fields`: the names of the fields that an unknown name may mean.
 */
export function describeIssues(
  issues: readonly Issue[],
  input: unknown,
  fields: readonly string[] = [],
): ErrorDetails {
  const errors = new Map<string, Set<string>>();
  let described = 0;
  for (const [path, message] of describeEach(issues, input, fields)) {
    errors.set(path, (errors.get(path) ?? new Set()).add(message));
    described += 1;
    if (described === MAX_ERRORS) break;
  }
  return Object.fromEntries(
    [...errors].map(([path, messages]) => [path, [...messages].join("; ")]),
  );
}

/** Returns the names of the top-level fields. */
function fieldsOf(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodPipe)
    // zod types the parts of a pipe as their core, which are the same objects.
    return [schema.in, schema.out].flatMap((part) => fieldsOf(part as z.ZodType));
  return [];
}

function createError(issues: readonly Issue[], details: ErrorDetails): ServiceError {
  const isUrlInvalid = issues.some(({ path }) => path[0] === "url");
  return new ServiceError(isUrlInvalid ? "invalid_url" : "invalid_options", { details });
}

/** Describes one error at a time, because the search for similar names takes long. */
function* describeEach(
  issues: readonly Issue[],
  input: unknown,
  fields: readonly string[],
): Generator<[path: string, message: string]> {
  for (const issue of issues) {
    if (issue.code !== "unrecognized_keys") {
      yield [pathOf(issue.path), messageOf(issue, input)];
      continue;
    }
    for (const key of issue.keys)
      yield [pathOf([...issue.path, key]), unknownMessage(issue.path, key, fields)];
  }
}

/** Suggests the field or option that an unknown key probably means. */
function unknownMessage(
  path: readonly PropertyKey[],
  key: string,
  fields: readonly string[],
): string {
  const isOption = path[0] === "options" && path.length === 1;
  const message = `is not a known ${isOption ? "option" : "field"}`;
  if (path.length > 0 && !isOption) return message;
  const name = key.slice(0, MAX_PATH_LENGTH);
  const meant = isOption ? closest(name, optionNames, optionSynonyms) : closestField(name, fields);
  return meant === undefined ? message : `${message}; did you mean \`${meant}\`?`;
}

/** Also finds options that a body must contain in its field `options`. */
function closestField(name: string, fields: readonly string[]): string | undefined {
  if (!fields.includes("options")) return closest(name, fields, optionSynonyms);
  const option = closest(name, optionNames, optionSynonyms);
  const isOption = option !== undefined && foldName(option) === foldName(name);
  const field = isOption ? undefined : closest(name, fields);
  return field ?? (option === undefined ? undefined : `options.${option}`);
}

function messageOf(issue: Issue, input: unknown): string {
  // zod nests the message of an invalid key.
  if (issue.code === "invalid_key") return issue.issues[0]?.message ?? issue.message;
  if (issue.code === "invalid_type" && valueAt(input, issue.path) === undefined)
    return "is required";
  return issue.message;
}

function isRepeated(name: string, query: Record<string, unknown>): boolean {
  return Array.isArray(query[name]) && !repeatableOptions.has(name);
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.length === 0 ? "body" : path.map(String).join(".").slice(0, MAX_PATH_LENGTH);
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : value),
    input,
  );
}
