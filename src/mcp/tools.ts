// The tools of the MCP server: domain functions with schemas of the contract.
import { z } from "zod";
import { batchBody } from "../contract/capture-batch.ts";
import { captureBody } from "../contract/capture.ts";
import { compareBody } from "../contract/compare.ts";
import { formatFiles } from "../contract/formats.ts";
import { newMonitorBody } from "../contract/monitors.ts";
import { listQueryShape } from "../contract/screenshot-requests.ts";
import { getUsage } from "../domain/accounts/get-usage.ts";
import type { Caller } from "../domain/api-keys/authenticate.ts";
import { compareScreenshots } from "../domain/comparisons/compare-screenshots.ts";
import type { Context } from "../domain/context.ts";
import { createMonitor } from "../domain/monitors/create.ts";
import { listMonitors } from "../domain/monitors/list.ts";
import { captureNow } from "../domain/screenshots/capture/capture-now.ts";
import type { AddressBase } from "../domain/screenshots/records/describe.ts";
import { getOwned } from "../domain/screenshots/records/get-owned.ts";
import { listScreenshots } from "../domain/screenshots/records/list.ts";
import { queueBatch } from "../domain/screenshots/batch/queue-batch.ts";
import { presentComparison } from "../http/present-comparison.ts";
import { presentMonitor, presentMonitors } from "../http/present-monitor.ts";
import { presentBatch, presentPage, presentScreenshot } from "../http/present-screenshot.ts";
import { presentUsage } from "../http/present-usage.ts";

/** Models scale larger images down, but charge for all of their bytes. */
const MAX_SIDE_PX = 1568;

export type ToolCaller = { ctx: Context; caller: Caller; base: AddressBase };

type Result = { json: unknown; image?: { bytes: Uint8Array; contentType: string } };

export type Tool = {
  description: string;
  schema: z.ZodType;
  /** `input`: the output of `schema`. Throws ServiceError. */
  run: (toolCaller: ToolCaller, input: unknown) => Promise<Result>;
};

/** Defaults to JPEG: at most half the size of a PNG, without a difference to models. */
const preferJpeg = z.looseObject({ options: z.looseObject({}).default({}) }).transform((body) => ({
  ...body,
  options: { format: "jpeg", ...body.options },
}));

export const tools: Record<string, Tool> = {
  capture: tool(
    "Captures a web page or an HTML document and returns the image. The default format is JPEG. Costs one credit. The " +
      `longer side of the image has at most ${MAX_SIDE_PX} pixels. To read a long page, capture parts of it with ` +
      "options.clip. A PDF is stored and not returned; call get for its URL.",
    z.preprocess((body) => preferJpeg.safeParse(body).data ?? body, captureBody),
    async ({ ctx, caller }, input) => {
      // The model can read a PDF only from storage. If the storage is full, the capture fails and is not charged.
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
    "Captures up to 50 web pages in the background and returns their records immediately. Costs one credit per page. " +
      "Call list with the batchId to follow the captures.",
    batchBody,
    async ({ ctx, caller }, input) => ({
      json: presentBatch(await queueBatch(ctx, caller, input)),
    }),
  ),
  list: tool(
    "Lists screenshots, newest first, with the URLs of their images.",
    z.strictObject(listQueryShape),
    async ({ ctx, caller, base }, filters) => ({
      json: presentPage(
        await listScreenshots(ctx, caller, { ...filters, api_key: undefined }),
        base,
      ),
    }),
  ),
  get: tool(
    "Returns one screenshot: its options, its status and the URL of its image.",
    z.strictObject({ id: z.string().describe("Identifier of the screenshot.") }),
    async ({ ctx, caller, base }, { id }) => ({
      json: presentScreenshot(await getOwned(ctx, caller, id), base),
    }),
  ),
  compare: tool(
    "Compares two completed PNG screenshots. Returns the share of changed pixels, the changed rectangles and the URL of an " +
      "image that marks them. Costs no credit.",
    compareBody,
    async ({ ctx, caller, base }, input) => ({
      json: presentComparison(await compareScreenshots(ctx, caller, input), base),
    }),
  ),
  list_monitors: tool(
    "Lists the monitors of the account with their schedules, their last runs and their last changes.",
    z.strictObject({}),
    async ({ ctx, caller, base }) => ({
      json: presentMonitors(await listMonitors(ctx, caller), base),
    }),
  ),
  create_monitor: tool(
    "Creates a monitor, which captures a page on a schedule and reports changes to the webhooks of the account. Costs one " +
      'credit per run. Example of a schedule: {"every": "6h"} or {"cron": "0 9 * * 1-5", "timeZone": "Europe/Berlin"}.',
    newMonitorBody,
    async ({ ctx, caller, base }, input) => ({
      json: presentMonitor(await createMonitor(ctx, caller, input), base),
    }),
  ),
  usage: tool(
    "Returns the used and remaining screenshots of this month and the used storage.",
    z.strictObject({}),
    async ({ ctx, caller }) => ({ json: presentUsage(caller, await getUsage(ctx, caller)) }),
  ),
};

function tool<Schema extends z.ZodType>(
  description: string,
  schema: Schema,
  run: (toolCaller: ToolCaller, input: z.output<Schema>) => Promise<Result>,
): Tool {
  // The input is the output of `schema`; the table erases that type.
  return {
    description,
    schema,
    run: (toolCaller, input) => run(toolCaller, input as z.output<Schema>),
  };
}
