// zod's issues as the details of an error: field path → what is wrong with it (docs/decisions.md "Requests").
import type { z } from "zod";
import { repeatableOptions } from "../contract/capture-options-query.ts";
import { type ErrorDetails, ServiceError } from "../contract/errors.ts";

/** A body full of faults is answered with the first of them; nobody reads more. */
const MAX_FAULTS = 100;
const MAX_PATH_LENGTH = 200;

type Issue = z.core.$ZodIssue;

/** invalid_url when the value of `url` is among the faults, otherwise invalid_options. `input` as in describeIssues. */
export function validationError(issues: readonly Issue[], input: unknown): ServiceError {
  return refuse(issues, describeIssues(issues, input));
}

/** The same for a query, in which only some parameters may be repeated. */
export function queryValidationError(issues: readonly Issue[], query: unknown): ServiceError {
  const repeated = issues
    .flatMap(({ path }) => path[0] ?? [])
    .filter((name) => isRepeated(name, query));
  const said = Object.fromEntries(repeated.map((name) => [String(name), "must be given once"]));
  return refuse(issues, { ...describeIssues(issues, query), ...said });
}

/** What rendering finds fault with, for a query: there options stand alone. Any other error as it is. */
export function withQueryParameterNames(error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.code !== "invalid_options") return error;
  const { message, details = {}, cause } = error;
  const faults = Object.entries(details).map(([path, fault]): [string, typeof fault] => [
    path.replace(/^options\./, ""),
    fault,
  ]);
  return new ServiceError("invalid_options", {
    message,
    details: Object.fromEntries(faults),
    cause,
  });
}

function isRepeated(name: PropertyKey, query: unknown): boolean {
  return Array.isArray(valueAt(query, [name])) && !repeatableOptions.has(String(name));
}

function refuse(issues: readonly Issue[], details: ErrorDetails): ServiceError {
  // Where no field of that name belongs, there is no wrong address.
  const isUrlWrong = issues.some(({ path }) => path[0] === "url");
  return new ServiceError(isUrlWrong ? "invalid_url" : "invalid_options", { details });
}

/** `input` is what was validated. A body that is not an object at all is at fault under the name "body". */
export function describeIssues(issues: readonly Issue[], input: unknown): ErrorDetails {
  const faults = issues.flatMap((issue) => describeIssue(issue, input));
  return Object.fromEntries(faults.slice(0, MAX_FAULTS));
}

function describeIssue(issue: Issue, input: unknown): [path: string, fault: string][] {
  if (issue.code === "unrecognized_keys") {
    const kind = issue.path[0] === "options" && issue.path.length === 1 ? "option" : "field";
    return issue.keys.map((key) => [pathOf([...issue.path, key]), `is not a known ${kind}`]);
  }
  return [[pathOf(issue.path), describeFault(issue, input)]];
}

function describeFault(issue: Issue, input: unknown): string {
  // What is wrong with the name of an entry stands one level deeper.
  if (issue.code === "invalid_key") return issue.issues[0]?.message ?? issue.message;
  if (issue.code === "invalid_type" && valueAt(input, issue.path) === undefined)
    return "is required";
  return issue.message;
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
