// The result of a capture, and how to read the result of an earlier capture from storage.
import type { CaptureOptions } from "../../../contract/capture-options.ts";
import type { Screenshot } from "../../../storage/screenshots.ts";
import type { Caller } from "../../api-keys/authenticate.ts";
import type { Context } from "../../context.ts";

/** The file for response_type by_format, otherwise the completed record. */
export type CaptureResult = {
  id: string;
  remainingCredits: number;
  /** Whether the image stays in storage. */
  stored: boolean;
} & (
  | { kind: "file"; body: Uint8Array<ArrayBuffer> | ReadableStream; sizeBytes: number }
  | { kind: "record"; record: Screenshot }
);

/**
 * Reads the result of a completed capture, free of charge. `used`: the credits used this month. Returns undefined if the
 * image no longer exists.
 */
export async function readStoredResult(
  ctx: Context,
  caller: Caller,
  options: CaptureOptions,
  { record, used }: { record: Screenshot; used: number },
): Promise<CaptureResult | undefined> {
  if (record.imageKey === null || record.deletedAt !== null) return undefined;
  const base = {
    id: record.id,
    remainingCredits: Math.max(0, caller.limits.monthlyScreenshots - used),
    stored: true,
  };
  ctx.log({ screenshotId: record.id });
  if (options.response_type !== "by_format") {
    const exists = (await ctx.images.find(record.imageKey)) !== undefined;
    return exists ? { ...base, kind: "record", record } : undefined;
  }
  const image = await ctx.images.get(record.imageKey);
  return image && { ...base, kind: "file", body: image.body, sizeBytes: image.sizeBytes };
}
