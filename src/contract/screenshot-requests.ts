// The filters of the screenshot list and the body of an update
// (docs/api.md "Records").
import * as z from "zod";
import { recordName } from "./capture.ts";
import { type CaptureOptions, FORMATS, optionShape } from "./capture-options.ts";
import { describeObjectError, oneOf, text } from "./option-types.ts";
import { apiKeyParameter, pagingShape } from "./paging.ts";
import { RECORD_ID, SCREENSHOT_STATES } from "./screenshot.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** A search looks for its text in this number of records, the newest ones that match the other filters. */
export const SEARCHED_RECORDS = 4_000;

/** The time of a search grows with the length of its text, because SQLite compares the text at each position of a URL. */
export const MAX_SEARCH_LENGTH = 200;

/** The documented parameters of GET /v1/screenshots. */
export const listQueryShape = {
  ...pagingShape,
  status: oneOf(SCREENSHOT_STATES).optional().describe("Return only records with this status."),
  format: oneOf(FORMATS).optional().describe("Return only records with this format."),
  batchId: text(24)
    .regex(RECORD_ID, { error: "must be the identifier of a batch" })
    .optional()
    .describe("Return only records of this batch."),
  search: text(MAX_SEARCH_LENGTH)
    .optional()
    .describe(
      "Return only records that contain this text in the URL, or in the final URL, title or description of the page. At most 200 characters. Not case-sensitive. Covers the newest 4,000 records that match the other filters.",
    ),
  startDate: dateBound(0)
    .optional()
    .describe(
      "Return only records created at or after this ISO 8601 time. A date starts at 00:00 UTC.",
    ),
  endDate: dateBound(DAY_MS - 1)
    .optional()
    .describe(
      "Return only records created at or before this ISO 8601 time. A date includes the whole day in UTC.",
    ),
};

export const listQuery = z.strictObject({
  ...listQueryShape,
  api_key: apiKeyParameter,
});

export type ListQuery = z.output<typeof listQuery>;

export const updateBody = z
  .strictObject(
    {
      name: recordName().nullable().optional().describe("New name. Null removes the name."),
      options: partialOptions().optional(),
    },
    { error: describeObjectError },
  )
  .refine((body) => Object.keys(body).length > 0, { error: "must contain name or options" })
  .meta({ minProperties: 1 });

/** A null name removes the name. The options are merged into the options of the record. */
export type UpdateBody = z.output<typeof updateBody>;

/** Accepts an ISO 8601 date or time. Times without an offset are UTC. A date becomes 00:00 UTC plus `timeOfDayMs`. */
function dateBound(timeOfDayMs: number) {
  const error = "must be an ISO 8601 date or time, such as 2026-11-21 or 2026-11-21T09:30:00Z";
  const day = z.iso.date({ error }).transform((date) => new Date(Date.parse(date) + timeOfDayMs));
  const time = z.iso
    .datetime({ offset: true, local: true, error })
    .transform((date) => new Date(/(Z|[+-]\d\d:\d\d)$/.test(date) ? date : `${date}Z`));
  return z.union([day, time], { error });
}

/** Accepts any subset of the capture options and applies no defaults. */
function partialOptions() {
  const shape = Object.fromEntries(
    Object.entries(optionShape).map(([name, schema]) => [
      name,
      (schema instanceof z.ZodDefault ? schema.unwrap() : schema)
        .optional()
        .describe(schema.description ?? name),
    ]),
  );
  // Object.fromEntries loses the type of each option.
  return z.strictObject(shape, { error: describeObjectError }) as unknown as z.ZodType<
    Partial<CaptureOptions>
  >;
}
