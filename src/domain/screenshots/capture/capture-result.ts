// An earlier capture as the answer to a request: from the record and its image in storage, free of charge.
import type { CaptureInput } from "../../../contract/capture.ts";
import type { Screenshot } from "../../../storage/screenshots.ts";
import type { Caller } from "../../api-keys/authenticate.ts";
import type { Context } from "../../context.ts";
import type { CaptureResult } from "./respond.ts";

/** `used`: credits of the month. Undefined when the image has gone. */
export async function readStored(
  ctx: Context,
  caller: Caller,
  { options }: CaptureInput,
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
    const isThere = (await ctx.images.find(record.imageKey)) !== undefined;
    return isThere ? { ...base, kind: "record", record } : undefined;
  }
  const image = await ctx.images.get(record.imageKey);
  return image && { ...base, kind: "file", body: image.body, sizeBytes: image.sizeBytes };
}
