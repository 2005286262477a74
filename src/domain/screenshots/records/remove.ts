// Deletes a record: its image goes at once, its bytes are free again.
import { ServiceError } from "../../../contract/errors.ts";
import { deleteScreenshot } from "../../../storage/screenshot-records.ts";
import { selectDiffImages } from "../../../storage/comparisons.ts";
import type { Caller } from "../../api-keys/authenticate.ts";
import type { Context } from "../../context.ts";
import { sendDeliveries } from "../../webhooks/send-deliveries.ts";
import { getOwned } from "./get-owned.ts";
import type { Screenshot } from "./screenshot.ts";

/** `deletedSize`: bytes of the image that was removed. */
export type Removed = { record: Screenshot; deletedAt: Date; deletedSize: number };

/** Throws not_found or forbidden. */
export async function removeScreenshot(ctx: Context, caller: Caller, id: string): Promise<Removed> {
  const record = await getOwned(ctx, caller, id);
  // Ahead of the record: should storage refuse, nothing has happened yet and the caller can try again.
  await removeImage(ctx, record);
  const deletedAt = ctx.clock();
  const { record: deleted, announced } = await deleteScreenshot(ctx.db, record.id, deletedAt);
  sendDeliveries(ctx, announced);
  if (deleted === undefined) throw new ServiceError("not_found");
  // Its capture may have ended in between.
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

/** A capture under way may have stored its image, but removes it itself when it finds its record deleted. */
function imageOf({ status, imageKey }: Screenshot): string | undefined {
  return status === "completed" ? (imageKey ?? undefined) : undefined;
}
