// Deletes a record and its image, and releases the bytes of the image.
import { ServiceError } from "../../../contract/errors.ts";
import { deleteScreenshot } from "../../../storage/screenshot-records.ts";
import { selectDiffImages } from "../../../storage/comparisons.ts";
import type { Caller } from "../../api-keys/authenticate.ts";
import type { Context } from "../../context.ts";
import { sendDeliveries } from "../../webhooks/send-deliveries.ts";
import { getOwned } from "./get-owned.ts";
import type { Screenshot } from "./screenshot.ts";

/** `deletedSize`: size of the deleted image in bytes, or 0. */
export type Removed = { record: Screenshot; deletedAt: Date; deletedSize: number };

/** Throws ServiceError: not_found or forbidden. */
export async function removeScreenshot(ctx: Context, caller: Caller, id: string): Promise<Removed> {
  const record = await getOwned(ctx, caller, id);
  // Delete the image before the record. If storage fails, nothing has changed and the caller can retry.
  await removeImage(ctx, record);
  const deletedAt = ctx.clock();
  const { record: deleted, announced } = await deleteScreenshot(ctx.db, record.id, deletedAt);
  sendDeliveries(ctx, announced);
  if (deleted === undefined) throw new ServiceError("not_found");
  // The capture may have completed since the record was read.
  if (deleted.status !== record.status) await removeImage(ctx, deleted);
  const deletedSize = imageOf(deleted) === undefined ? 0 : (deleted.fileSize ?? 0);
  return { record: deleted, deletedAt, deletedSize };
}

async function removeImage(ctx: Context, record: Screenshot): Promise<void> {
  const image = imageOf(record);
  if (image === undefined) return;
  const diffs = await selectDiffImages(ctx.db, [record.id]);
  await ctx.images.remove([image, ...diffs.map(({ key }) => key)]);
}

/** Returns the image key of a completed capture. A running capture deletes its own image when its record is deleted. */
function imageOf({ status, imageKey }: Screenshot): string | undefined {
  return status === "completed" ? (imageKey ?? undefined) : undefined;
}
