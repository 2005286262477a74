// The body of POST /v1/capture/batch (docs/api.md "Batches").
import * as z from "zod";
import { webAddress } from "./capture.ts";
import { captureOptions } from "./capture-options.ts";
import { rejectInsecureCookies } from "./cookies.ts";
import { describeObjectError, isObject } from "./option-types.ts";

const MAX_BATCH_URLS = 50;

const urlsError = `must be an array of 1 to ${MAX_BATCH_URLS} URLs`;

export const batchBody = z
  .strictObject(
    {
      urls: z
        .array(webAddress, { error: urlsError })
        .min(1, { error: urlsError })
        .max(MAX_BATCH_URLS, { error: urlsError })
        .describe("URLs of the pages, http or https."),
      options: captureOptions.prefault({}),
    },
    { error: describeObjectError },
  )
  .superRefine(
    ({ urls, options }: { urls?: unknown; options?: unknown }, context) => {
      // zod also runs this check on a list that is too long.
      const checked = Array.isArray(urls) ? urls.slice(0, MAX_BATCH_URLS) : [];
      const targets = checked.map((url: unknown, i): [string, unknown] => [`urls.${i}`, url]);
      rejectInsecureCookies(context, ["options"], options, Object.fromEntries(targets));
    },
    // Also runs when other fields are invalid, so that one response reports all errors.
    { when: isObject },
  );

export type BatchInput = z.output<typeof batchBody>;
