// Captures a page for a language model. Stores the complete image, and returns the same bytes if the model can read them.
import * as z from "zod";
import type { CaptureInput } from "../contract/capture.ts";
import type { CaptureOptions } from "../contract/capture-options.ts";
import { formatFiles } from "../contract/formats.ts";
import { pageFacts } from "../contract/page-facts.ts";
import { ServiceError } from "../contract/errors.ts";
import { captureNow } from "../domain/screenshots/capture/capture-now.ts";
import { imageUrl } from "../domain/screenshots/records/describe.ts";
import { openImage } from "../domain/screenshots/records/open-image.ts";
import type { ToolCaller, ToolResult } from "./tools.ts";

/** Models scale down images with a longer side, so small text becomes unreadable. */
export const MAX_READABLE_SIDE_PX = 1568;

/** Model APIs reject larger images: https://docs.claude.com/en/docs/build-with-claude/vision. */
export const MAX_ACCEPTED_SIDE_PX = 8000;
export const MAX_ACCEPTED_BYTES = 3.75 * 1024 * 1024;

export const capturedByModel = z.object({
  id: z.string().describe("Identifier of the screenshot."),
  remainingCredits: z.int().describe("Screenshots left this month."),
  stored: z
    .boolean()
    .describe("Whether the image is stored. If not, only this result contains it."),
  imageUrl: z.url().exactOptional().describe("URL of the stored image."),
  width: z.int().exactOptional().describe("Width of the image in pixels."),
  height: z.int().exactOptional().describe("Height of the image in pixels."),
  page: pageFacts.exactOptional(),
  hint: z.string().exactOptional().describe("How to read an image that is too large."),
});

type Captured = z.output<typeof capturedByModel>;

/** Throws the ServiceErrors of a capture. A PDF that cannot be stored fails and is not charged. */
export async function captureForModel(
  toolCaller: ToolCaller,
  input: CaptureInput,
): Promise<ToolResult> {
  try {
    return await captureStored(toolCaller, input);
  } catch (error) {
    if (input.options.format === "pdf" || !isStorageFull(error)) throw error;
    // The model can still read an image that is not stored.
    return captureUnstored(toolCaller, input);
  }
}

async function captureStored(
  { ctx, caller, base }: ToolCaller,
  input: CaptureInput,
): Promise<ToolResult> {
  const options = { ...input.options, response_type: "json" } as const;
  const captured = await captureNow(ctx, caller, { ...input, options });
  const { id, remainingCredits, stored } = captured;
  if (captured.kind === "file")
    throw new Error("A capture with response_type json returned a file.");
  const { imageKey, width, height, fileSize, page } = captured.record;
  const { contentType: mimeType } = formatFiles[options.format];
  const json: Captured = {
    id,
    remainingCredits,
    stored,
    ...(imageKey === null ? {} : { imageUrl: imageUrl(imageKey, base) }),
    ...(width === null || height === null ? {} : { width, height }),
    ...(page === null ? {} : { page }),
  };
  const link =
    json.imageUrl === undefined ? {} : { link: { uri: json.imageUrl, name: id, mimeType } };
  if (options.format === "pdf") return { json, ...link };

  const sidePx = Math.max(width ?? 0, height ?? 0);
  const isAccepted = sidePx <= MAX_ACCEPTED_SIDE_PX && (fileSize ?? 0) <= MAX_ACCEPTED_BYTES;
  const hinted = { ...json, ...hintFor(sidePx, width ?? 0, isAccepted, options) };
  if (!isAccepted) return { json: hinted, ...link };
  const { image } = await openImage(ctx, caller, id);
  return { json: hinted, image: { bytes: await readBytes(image.body), mimeType }, ...link };
}

async function captureUnstored(
  { ctx, caller }: ToolCaller,
  input: CaptureInput,
): Promise<ToolResult> {
  const options = { ...input.options, response_type: "by_format" } as const;
  const captured = await captureNow(ctx, caller, { ...input, options });
  const { id, remainingCredits, stored } = captured;
  if (captured.kind !== "file") return { json: { id, remainingCredits, stored } };
  const { contentType: mimeType } = formatFiles[options.format];
  const image = { bytes: await readBytes(captured.body), mimeType };
  return { json: { id, remainingCredits, stored }, image };
}

/** Suggests a `clip` whose image models can read in full size. `sidePx` and `widthPx` are of the captured image. */
function hintFor(
  sidePx: number,
  widthPx: number,
  isAccepted: boolean,
  { clip, device_scale_factor: scale }: CaptureOptions,
): { hint?: string } {
  if (sidePx <= MAX_READABLE_SIDE_PX) return {};
  const effect = isAccepted
    ? `Models scale this image down to ${MAX_READABLE_SIDE_PX} pixels.`
    : "This image is too large for models, so it is only stored.";
  const side = Math.floor(MAX_READABLE_SIDE_PX / scale);
  const part = {
    x: clip?.x ?? 0,
    y: clip?.y ?? 0,
    width: Math.min(Math.ceil(widthPx / scale), side),
    height: side,
  };
  const steps = widthPx / scale > side ? "x and y" : "y";
  return {
    hint:
      `${effect} To read details, capture parts of the page with options.clip instead of full_page and selector, for ` +
      `example ${JSON.stringify(part)}, and increase ${steps} for each part. The unit of clip is CSS pixels.`,
  };
}

function isStorageFull(error: unknown): boolean {
  return (
    error instanceof ServiceError &&
    error.code === "usage_limit_exceeded" &&
    error.details?.["resource"] === "storage"
  );
}

async function readBytes(body: Uint8Array<ArrayBuffer> | ReadableStream): Promise<Uint8Array> {
  return new Uint8Array(await new Response(body).arrayBuffer());
}
