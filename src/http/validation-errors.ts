// Converts zod issues to validation errors. `details` maps field paths to errors (docs/decisions/requests.md).
import type { z } from "zod";
import { optionShape } from "../contract/capture-options.ts";
import { repeatableOptions } from "../contract/capture-options-query.ts";
import { type ErrorDetails, ServiceError } from "../contract/errors.ts";
import { closest } from "../lib/closest.ts";

/** Bounds the size of a response to a body with many errors. */
const MAX_ERRORS = 100;
const MAX_PATH_LENGTH = 200;

type Issue = z.core.$ZodIssue;

/** Returns invalid_url if the `url` field is invalid, otherwise invalid_options. `input`: the validated value. */
export function validationError(issues: readonly Issue[], input: unknown): ServiceError {
  return createError(issues, describeIssues(issues, input));
}

/** Returns the validation error of a query string, in which only some parameters may be repeated. */
export function queryValidationError(issues: readonly Issue[], query: unknown): ServiceError {
  const repeated = issues
    .flatMap(({ path }) => path[0] ?? [])
    .filter((name) => isRepeated(name, query));
  const errors = Object.fromEntries(repeated.map((name) => [String(name), "must be given once"]));
  return createError(issues, { ...describeIssues(issues, query), ...errors });
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

/** Returns the `details` of a validation error. An `input` that is not an object is reported as "body". */
export function describeIssues(issues: readonly Issue[], input: unknown): ErrorDetails {
  const errors = issues.flatMap((issue) => describeIssue(issue, input));
  return Object.fromEntries(errors.slice(0, MAX_ERRORS));
}

function createError(issues: readonly Issue[], details: ErrorDetails): ServiceError {
  const isUrlInvalid = issues.some(({ path }) => path[0] === "url");
  return new ServiceError(isUrlInvalid ? "invalid_url" : "invalid_options", { details });
}

function describeIssue(issue: Issue, input: unknown): [path: string, message: string][] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => [pathOf([...issue.path, key]), unknownMessage(issue.path, key)]);
  }
  return [[pathOf(issue.path), messageOf(issue, input)]];
}

/** Suggests the option that an unknown key probably means. */
function unknownMessage(path: readonly PropertyKey[], key: string): string {
  const isOption = path[0] === "options" && path.length === 1;
  const message = `is not a known ${isOption ? "option" : "field"}`;
  if (path.length > 0 && !isOption) return message;
  const option = closest(key.slice(0, MAX_PATH_LENGTH), Object.keys(optionShape));
  return option === undefined ? message : `${message}; did you mean \`${option}\`?`;
}

function messageOf(issue: Issue, input: unknown): string {
  // zod nests the message of an invalid key.
  if (issue.code === "invalid_key") return issue.issues[0]?.message ?? issue.message;
  if (issue.code === "invalid_type" && valueAt(input, issue.path) === undefined)
    return "is required";
  return issue.message;
}

function isRepeated(name: PropertyKey, query: unknown): boolean {
  return Array.isArray(valueAt(query, [name])) && !repeatableOptions.has(String(name));
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
