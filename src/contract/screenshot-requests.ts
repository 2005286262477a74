// What may be asked of records: the filters of the list and the body of an update
// (SPEC.md "GET /v1/screenshots", "PUT /v1/screenshots/{screenshotId}").
import { z } from "zod";
import { MAX_NAME_LENGTH, MAX_URL_LENGTH } from "./capture.ts";
import { type CaptureOptions, FORMATS, optionShape } from "./capture-options.ts";
import { describeObjectError, oneOf, text } from "./option-types.ts";
import { apiKeyParameter, pagingShape } from "./paging.ts";
import { RECORD_ID, SCREENSHOT_STATES } from "./screenshot.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** The parameters of GET /v1/screenshots, as they are documented. */
export const listQueryShape = {
  ...pagingShape,
  status: oneOf(SCREENSHOT_STATES).optional().describe("Only records of this status."),
  format: oneOf(FORMATS).optional().describe("Only records of this format."),
  batchId: text(24)
    .regex(RECORD_ID, { error: "must be the id of a batch" })
    .optional()
    .describe("Only records of this batch."),
  search: text(MAX_URL_LENGTH).optional().describe("Any part of the URL, whatever its case."),
  startDate: moment(0)
    .optional()
    .describe("Created then or later: ISO 8601; a date alone begins at 00:00 UTC."),
  // A day is meant to its end.
  endDate: moment(DAY_MS - 1)
    .optional()
    .describe("Created then or earlier: ISO 8601; a date alone is the whole day, UTC."),
};

export const listQuery = z.strictObject({
  ...listQueryShape,
  api_key: apiKeyParameter,
});

export type ListQuery = z.output<typeof listQuery>;

export const updateBody = z
  .strictObject(
    {
      name: text(MAX_NAME_LENGTH)
        .min(1, { error: "must not be empty" })
        .nullable()
        .optional()
        .describe("A new name; null takes it away."),
      options: givenOptions().optional(),
    },
    { error: describeObjectError },
  )
  .refine((body) => Object.keys(body).length > 0, { error: "must hold name or options" })
  .meta({ minProperties: 1 });

/** A name of null takes the name away; options are merged into the record's. */
export type UpdateBody = z.output<typeof updateBody>;

/** ISO 8601; UTC where no offset is given. A date alone is its first millisecond and `ofDayMs`. */
function moment(ofDayMs: number) {
  const error = "must be an ISO 8601 date or time, such as 2026-11-21 or 2026-11-21T09:30:00Z";
  const day = z.iso.date({ error }).transform((date) => new Date(Date.parse(date) + ofDayMs));
  const time = z.iso
    .datetime({ offset: true, local: true, error })
    .transform((date) => new Date(/(Z|[+-]\d\d:\d\d)$/.test(date) ? date : `${date}Z`));
  return z.union([day, time], { error });
}

/** Each option judged as at capture, without the defaults of those that are not given. */
function givenOptions() {
  const shape = Object.fromEntries(
    Object.entries(optionShape).map(([name, schema]) => [
      name,
      (schema instanceof z.ZodDefault ? schema.unwrap() : schema)
        .optional()
        .describe(schema.description ?? name),
    ]),
  );
  // Object.fromEntries forgets which schema stands under which name; the map keeps names and outputs.
  return z.strictObject(shape, { error: describeObjectError }) as unknown as z.ZodType<
    Partial<CaptureOptions>
  >;
}
