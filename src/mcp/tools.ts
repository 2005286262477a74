// What a language model may do here: the verbs of the product, in words and schemas of the contract.
import { z } from "zod";
import { batchBody } from "../contract/capture-batch.ts";
import { captureBody } from "../contract/capture.ts";
import { formatFiles } from "../contract/formats.ts";
import { listQueryShape } from "../contract/screenshot-requests.ts";
import { getUsage } from "../domain/accounts/get-usage.ts";
import type { Caller } from "../domain/api-keys/authenticate.ts";
import type { Context } from "../domain/context.ts";
import { captureNow } from "../domain/screenshots/capture/capture-now.ts";
import type { AddressBase } from "../domain/screenshots/records/describe.ts";
import { getOwned } from "../domain/screenshots/records/get-owned.ts";
import { listScreenshots } from "../domain/screenshots/records/list.ts";
import { queueBatch } from "../domain/screenshots/batch/queue-batch.ts";
import { presentBatch, presentPage, presentScreenshot } from "../http/present-screenshot.ts";
import { presentUsage } from "../http/present-usage.ts";

/** Longer sides are scaled down by the models anyway, after their bytes were paid for. */
const MAX_SIDE_PX = 1568;

export type ToolCaller = { ctx: Context; caller: Caller; base: AddressBase };

type Result = { json: unknown; image?: { bytes: Uint8Array; contentType: string } };

export type Tool = {
  description: string;
  schema: z.ZodType;
  /** `input` has been read by `schema`. Throws ServiceError. */
  run: (toolCaller: ToolCaller, input: unknown) => Promise<Result>;
};

/** Half the size of a PNG, or less, for the same picture to a model. */
const preferJpeg = z.looseObject({ options: z.looseObject({}).default({}) }).transform((body) => ({
  ...body,
  options: { format: "jpeg", ...body.options },
}));

export const tools: Record<string, Tool> = {
  capture: tool(
    "Captures a web page, or an HTML document, and shows the picture: JPEG unless options.format says otherwise. Costs " +
      `one credit. The longer side has at most ${MAX_SIDE_PX} pixels: to read a long page, look at parts of it with clip. ` +
      "A PDF is kept, not shown; get says where.",
    z.preprocess((body) => preferJpeg.safeParse(body).data ?? body, captureBody),
    async ({ ctx, caller }, input) => {
      // A PDF is of use only where it is kept: without room it is refused, not charged.
      const response_type = input.options.format === "pdf" ? "json" : "by_format";
      const options = { ...input.options, response_type } as const;
      const captured = await captureNow(ctx, caller, { ...input, options, maxSidePx: MAX_SIDE_PX });
      const { id, remainingCredits, stored } = captured;
      const json = { id, remainingCredits, stored };
      if (captured.kind !== "file") return { json };
      const bytes = new Uint8Array(await new Response(captured.body).arrayBuffer());
      return { json, image: { bytes, contentType: formatFiles[options.format].contentType } };
    },
  ),
  capture_many: tool(
    "Captures up to 50 web pages in the background, one credit each, and answers at once with their records. Ask with " +
      "list and the batchId how far they are.",
    batchBody,
    async ({ ctx, caller }, input) => ({
      json: presentBatch(await queueBatch(ctx, caller, input)),
    }),
  ),
  list: tool(
    "Lists screenshots, newest first, with the addresses of their images.",
    z.strictObject(listQueryShape),
    async ({ ctx, caller, base }, filters) => ({
      json: presentPage(
        await listScreenshots(ctx, caller, { ...filters, api_key: undefined }),
        base,
      ),
    }),
  ),
  get: tool(
    "Reads one screenshot's record: its options, its state, and where its image is.",
    z.strictObject({ id: z.string().describe("Identifier of the record.") }),
    async ({ ctx, caller, base }, { id }) => ({
      json: presentScreenshot(await getOwned(ctx, caller, id), base),
    }),
  ),
  usage: tool(
    "Reads how many screenshots and how much storage are used and left this month.",
    z.strictObject({}),
    async ({ ctx, caller }) => ({ json: presentUsage(caller, await getUsage(ctx, caller)) }),
  ),
};

function tool<Schema extends z.ZodType>(
  description: string,
  schema: Schema,
  run: (toolCaller: ToolCaller, input: z.output<Schema>) => Promise<Result>,
): Tool {
  // The table holds tools of many inputs; each gets only what its own schema has read.
  return {
    description,
    schema,
    run: (toolCaller, input) => run(toolCaller, input as z.output<Schema>),
  };
}
