// The body and the response of POST /v1/compare.
import * as z from "zod";
import { describeObjectError, flag, integer } from "./option-types.ts";

/** The comparison of larger images would exceed the time limit of a request. */
export const MAX_COMPARED_PIXELS = 100_000_000;

const MAX_IGNORED_RECTANGLES = 100;
const MAX_COORDINATE = 1_000_000;

const screenshotId = z.string({ error: "must be the identifier of a screenshot" });

const rectangle = z.strictObject(
  {
    x: integer(0, MAX_COORDINATE),
    y: integer(0, MAX_COORDINATE),
    width: integer(1, MAX_COORDINATE),
    height: integer(1, MAX_COORDINATE),
  },
  { error: describeObjectError },
);

/** How two images are compared. Rectangles are in pixels of the later image. */
export const compareSettings = {
  threshold: z
    .number({ error: "must be a number from 0 to 1" })
    .min(0, { error: "must be a number from 0 to 1" })
    .max(1, { error: "must be a number from 0 to 1" })
    .describe("Perceived color distance from which a pixel counts as changed, 0 to 1."),
  ignore: z
    .array(rectangle, { error: "must be an array of rectangles" })
    .max(MAX_IGNORED_RECTANGLES, {
      error: `must hold at most ${MAX_IGNORED_RECTANGLES} rectangles`,
    })
    .describe("Rectangles whose content does not count, in pixels of the later screenshot."),
  antialiasing: flag().describe(
    "Whether pixels that differ only by anti-aliasing count as changed.",
  ),
};

export const DEFAULT_THRESHOLD = 0.1;

export const compareBody = z.strictObject(
  {
    before: screenshotId.describe("Identifier of the earlier screenshot."),
    after: screenshotId.describe("Identifier of the later screenshot."),
    threshold: compareSettings.threshold.default(DEFAULT_THRESHOLD),
    ignore: compareSettings.ignore.default([]),
    antialiasing: compareSettings.antialiasing.default(false),
  },
  { error: describeObjectError },
);

/** Settings as clients send them: only the two identifiers are required. */
export type CompareInput = z.input<typeof compareBody>;

export type CompareBody = z.output<typeof compareBody>;

const count = z.int().nonnegative();

const region = z.object({
  x: count,
  y: count,
  width: count,
  height: count,
  pixels: count.describe("Changed pixels in the rectangle."),
});

const shift = z.object({
  y: count.describe("Row of the later screenshot at which rows were inserted or removed."),
  rows: z.int().describe("Inserted rows; negative for removed rows."),
});

/** The result of a comparison, apart from its diff image. Stored as JSON. */
export const comparisonResult = z.object({
  changed: z.boolean().describe("Whether at least one pixel changed."),
  ratio: z.number().min(0).max(1).describe("Changed pixels as a share of all pixels."),
  pixels: count.describe("Changed pixels. Pixels that only one image has count as changed."),
  width: count.describe("Width of both images together, in pixels."),
  height: count.describe("Height of both images together, in pixels."),
  shiftedBy: z
    .int()
    .optional()
    .describe(
      "Rows by which content moved down; negative if it moved up. With several `shifts`, the movement of the most rows. " +
        "All other fields describe the comparison after this alignment.",
    ),
  shifts: z
    .array(shift)
    .optional()
    .describe(
      "Where rows were inserted or removed, from top to bottom. At most 31 different distances are found.",
    ),
  regions: z
    .array(region)
    .describe("At most 50 changed rectangles of the later screenshot, the most changed first."),
});

/** POST /v1/compare. */
export const compareAnswer = z.object({
  success: z.literal(true),
  data: comparisonResult.extend({
    diffUrl: z
      .string()
      .nullable()
      .describe(
        "The later screenshot, dimmed, with changed pixels in color and regions outlined. Null when nothing changed, " +
          "and when the account's storage is full.",
      ),
  }),
});

export type ComparisonResult = z.infer<typeof comparisonResult>;
export type CompareAnswer = z.infer<typeof compareAnswer>;
