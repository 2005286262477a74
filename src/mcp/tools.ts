// The tools of the MCP server: domain functions with schemas of the contract.
import * as z from "zod";
import { batchBody } from "../contract/capture-batch.ts";
import { captureBody } from "../contract/capture.ts";
import { compareAnswer, compareBody } from "../contract/compare.ts";
import { formatFiles } from "../contract/formats.ts";
import { monitorAnswer, monitorsAnswer, newMonitorBody } from "../contract/monitors.ts";
import { listQueryShape } from "../contract/screenshot-requests.ts";
import { batchAnswer, deleteAnswer, listAnswer, screenshotAnswer } from "../contract/screenshot.ts";
import { usageAnswer } from "../contract/usage.ts";
import { getUsage } from "../domain/accounts/get-usage.ts";
import type { Caller } from "../domain/api-keys/authenticate.ts";
import { compareScreenshots } from "../domain/comparisons/compare-screenshots.ts";
import type { Context } from "../domain/context.ts";
import { createMonitor } from "../domain/monitors/create.ts";
import { listMonitors } from "../domain/monitors/list.ts";
import { queueBatch } from "../domain/screenshots/batch/queue-batch.ts";
import type { AddressBase } from "../domain/screenshots/records/describe.ts";
import { getOwned } from "../domain/screenshots/records/get-owned.ts";
import { listScreenshots } from "../domain/screenshots/records/list.ts";
import { removeScreenshot } from "../domain/screenshots/records/remove.ts";
import { presentComparison } from "../http/present-comparison.ts";
import { presentMonitor, presentMonitors } from "../http/present-monitor.ts";
import {
  presentBatch,
  presentPage,
  presentRemoved,
  presentScreenshot,
} from "../http/present-screenshot.ts";
import { presentUsage } from "../http/present-usage.ts";
import { captureForModel, capturedByModel } from "./capture-for-model.ts";

export type ToolCaller = { ctx: Context; caller: Caller; base: AddressBase };

export type ToolResult = {
  /** Matches the output schema of the tool. */
  json: Record<string, unknown>;
  image?: { bytes: Uint8Array; mimeType: string };
  /** The stored image. */
  link?: { uri: string; name: string; mimeType: string };
};

type Hints = {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
};

export type Tool = {
  title: string;
  description: string;
  hints: Hints;
  input: z.ZodType;
  output: z.ZodType;
  /** Returns the validated input. The default of `format` differs from that of the API. */
  defaultFormat?: "jpeg";
  /** `input`: the output of the input schema. Throws ServiceError. */
  run: (toolCaller: ToolCaller, input: unknown) => Promise<ToolResult>;
};

const reads: Hints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
const captures: Hints = {
  ...reads,
  readOnlyHint: false,
  idempotentHint: false,
  openWorldHint: true,
};

const screenshotId = z.string().describe("Identifier of the screenshot.");

/** The default format is JPEG: a model reads it as well as a PNG of twice the size. */
const preferJpeg = z.looseObject({ options: z.looseObject({}).default({}) }).transform((body) => ({
  ...body,
  options: { format: "jpeg", ...body.options },
}));

export const tools: Record<string, Tool> = {
  edgeshot_capture: tool({
    title: "Capture a page",
    description:
      "Captures a web page or an HTML document, stores the image and returns it. The default format is JPEG. Costs one " +
      "credit. The result contains the size of the image. To read a tall page, capture parts of it with options.clip. A PDF " +
      "is stored, and only its URL is returned. options.response_type is ignored.",
    hints: captures,
    input: z.preprocess((body) => preferJpeg.safeParse(body).data ?? body, captureBody),
    output: capturedByModel,
    defaultFormat: "jpeg",
    run: captureForModel,
  }),
  edgeshot_capture_many: tool({
    title: "Capture many pages",
    description:
      "Captures up to 50 web pages in the background and returns their records immediately. Costs one credit per page. " +
      "Call edgeshot_list with the batchId to follow the captures.",
    hints: captures,
    input: batchBody,
    output: batchAnswer,
    run: async ({ ctx, caller }, input) => ({
      json: presentBatch(await queueBatch(ctx, caller, input)),
    }),
  }),
  edgeshot_list: tool({
    title: "List screenshots",
    description: "Lists screenshots, newest first, with the URLs of their images.",
    hints: reads,
    input: z.strictObject(listQueryShape),
    output: listAnswer,
    run: async ({ ctx, caller, base }, filters) => ({
      json: presentPage(
        await listScreenshots(ctx, caller, { ...filters, api_key: undefined }),
        base,
      ),
    }),
  }),
  edgeshot_get: tool({
    title: "Get a screenshot",
    description: "Returns one screenshot: its options, its status and the URL of its image.",
    hints: reads,
    input: z.strictObject({ id: screenshotId }),
    output: screenshotAnswer,
    run: async ({ ctx, caller, base }, { id }) => {
      const json = presentScreenshot(await getOwned(ctx, caller, id), base);
      const { imageUrl, metadata } = json.data;
      if (imageUrl == null) return { json };
      const { contentType } = formatFiles[metadata.format];
      return { json, link: { uri: imageUrl, name: id, mimeType: contentType } };
    },
  }),
  edgeshot_delete: tool({
    title: "Delete a screenshot",
    description:
      "Deletes a screenshot and its image permanently, and frees its storage. The credit is not refunded.",
    hints: { ...reads, readOnlyHint: false, destructiveHint: true },
    input: z.strictObject({ id: screenshotId }),
    output: deleteAnswer,
    run: async ({ ctx, caller }, { id }) => ({
      json: presentRemoved(await removeScreenshot(ctx, caller, id)),
    }),
  }),
  edgeshot_compare: tool({
    title: "Compare two screenshots",
    description:
      "Compares two stored PNG screenshots pixel by pixel and returns the changed regions and the URL of a diff image. " +
      "Costs no credit. Capture both with options.format png.",
    hints: { ...reads, readOnlyHint: false },
    input: compareBody,
    output: compareAnswer,
    run: async ({ ctx, caller, base }, input) => {
      const json = presentComparison(await compareScreenshots(ctx, caller, input), base);
      const { diffUrl } = json.data;
      if (diffUrl === null) return { json };
      return { json, link: { uri: diffUrl, name: "diff", mimeType: "image/png" } };
    },
  }),
  edgeshot_list_monitors: tool({
    title: "List monitors",
    description:
      "Lists the monitors of the account with their schedules, their last runs and their last changes.",
    hints: reads,
    input: z.strictObject({}),
    output: monitorsAnswer,
    run: async ({ ctx, caller, base }) => ({
      json: presentMonitors(await listMonitors(ctx, caller), base),
    }),
  }),
  edgeshot_create_monitor: tool({
    title: "Create a monitor",
    description:
      "Creates a monitor, which captures a page on a schedule and reports changes to the webhooks of the account. Costs one " +
      'credit per run. Example of a schedule: {"every": "6h"} or {"cron": "0 9 * * 1-5", "timeZone": "Europe/Berlin"}.',
    hints: captures,
    input: newMonitorBody,
    output: monitorAnswer,
    run: async ({ ctx, caller, base }, input) => ({
      json: presentMonitor(await createMonitor(ctx, caller, input), base),
    }),
  }),
  edgeshot_usage: tool({
    title: "Get the usage",
    description: "Returns the used and remaining screenshots of this month and the used storage.",
    hints: reads,
    input: z.strictObject({}),
    output: usageAnswer,
    run: async ({ ctx, caller }) => ({ json: presentUsage(caller, await getUsage(ctx, caller)) }),
  }),
};

/** Former names of tools. Calls accept them; the list of tools does not contain them. */
export const toolAliases: ReadonlyMap<string, string> = new Map(
  [
    "capture",
    "capture_many",
    "list",
    "get",
    "compare",
    "list_monitors",
    "create_monitor",
    "usage",
  ].map((name) => [name, `edgeshot_${name}`]),
);

function tool<Input extends z.ZodType>(
  definition: Omit<Tool, "input" | "run"> & {
    input: Input;
    run: (toolCaller: ToolCaller, input: z.output<Input>) => Promise<ToolResult>;
  },
): Tool {
  // The input is the output of the input schema; the table erases that type.
  return {
    ...definition,
    run: (toolCaller, input) => definition.run(toolCaller, input as z.output<Input>),
  };
}
