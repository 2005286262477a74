// The progress of a batch.
import { countBatch } from "../../../storage/screenshot-lists.ts";
import type { Caller } from "../../api-keys/authenticate.ts";
import type { Context } from "../../context.ts";

/** Numbers of captures. Deleted screenshots are not counted. */
export type BatchProgress = { total: number; completed: number; failed: number };

/** Returns a total of 0 for the batch of another account and for a batch that does not exist. */
export async function getBatchProgress(
  ctx: Context,
  { accountId }: Caller,
  batchId: string,
): Promise<BatchProgress> {
  const counts = await countBatch(ctx.db, { accountId, batchId });
  const numberOf = (state: string) => counts.find(({ status }) => status === state)?.records ?? 0;
  return {
    total: counts.reduce((total, { records }) => total + records, 0),
    completed: numberOf("completed"),
    failed: numberOf("failed"),
  };
}
