// The body of POST /v1/capture/batch (docs/api.md "Batches").
import { z } from "zod";
import { webAddress } from "./capture.ts";
import { captureOptions } from "./capture-options.ts";
import { describeObjectError } from "./option-types.ts";

const MAX_BATCH_URLS = 50;

const urlsError = `must be an array of 1 to ${MAX_BATCH_URLS} URLs`;

export const batchBody = z.strictObject(
  {
    urls: z
      .array(webAddress, { error: urlsError })
      .min(1, { error: urlsError })
      .max(MAX_BATCH_URLS, { error: urlsError })
      .describe("URLs of the pages, http or https."),
    options: captureOptions.prefault({}),
  },
  { error: describeObjectError },
);

export type BatchInput = z.output<typeof batchBody>;
