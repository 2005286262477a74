// Limits the options of failed records. Failed captures are free, so their records must not fill the database.
import { type SQL, sql } from "drizzle-orm";
import type { ErrorDetails } from "../contract/errors.ts";
import { screenshots } from "./schema.ts";

/** Longer options lose each option whose JSON exceeds MAX_OPTION_LENGTH. */
export const MAX_FAILED_OPTIONS_BYTES = 8_192;

/** Longer than the JSON of every option with a default. All others are optional in a record. */
const MAX_OPTION_LENGTH = 500;

const { options } = screenshots;

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
