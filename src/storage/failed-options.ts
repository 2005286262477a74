// Limits the options and URLs of failed records and their events. Failed captures are free, so they must not fill the database.
import { type SQL, sql } from "drizzle-orm";
import type { ErrorDetails } from "../contract/errors.ts";
import { screenshots } from "./schema.ts";

/** Longer options lose each option whose JSON exceeds MAX_OPTION_LENGTH. */
export const MAX_FAILED_OPTIONS_BYTES = 8_192;

/** Records have no folded copy of longer URLs, and events contain only their start. */
export const MAX_FAILED_URL_LENGTH = 2_048;

/** Longer than the JSON of every option with a default. All others are optional in a record. */
const MAX_OPTION_LENGTH = 500;

const { options, url, foldedUrl } = screenshots;

const isTooLong = sql`length(CAST(${options} AS BLOB)) > ${MAX_FAILED_OPTIONS_BYTES}`;
const option = sql`(${options} -> fullkey)`;

/** Returns the values of `options` and `errorDetails` of a failed record. The details name the omitted options. */
export function limitOptions(errorDetails: ErrorDetails | null): {
  options: SQL;
  errorDetails: SQL;
} {
  const kept = sql`(SELECT json_group_object(key, json(${option})) FROM json_each(${options}) WHERE length(${option}) <= ${MAX_OPTION_LENGTH})`;
  const omitted = sql`(SELECT json_group_array(key) FROM json_each(${options}) WHERE length(${option}) > ${MAX_OPTION_LENGTH})`;
  const details =
    errorDetails === null ? sql`NULL` : sql.param(errorDetails, screenshots.errorDetails);
  return {
    options: sql`iif(${isTooLong}, ${kept}, ${options})`,
    errorDetails: sql`iif(${isTooLong}, json_set(coalesce(${details}, '{}'), '$.omittedOptions', json(${omitted})), ${details})`,
  };
}

/** The value of `foldedUrl` of a failed record. Without it, a search for a long URL distinguishes case in other than English letters. */
export const limitedFoldedUrl = sql`iif(length(${url}) > ${MAX_FAILED_URL_LENGTH}, NULL, ${foldedUrl})`;
