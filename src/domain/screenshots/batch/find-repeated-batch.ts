// Answers a batch request that repeats an Idempotency-Key (docs/decisions/idempotency.md).
import { monthOf } from "../../../lib/month.ts";
import { findBatchWithCredits } from "../../../storage/batches.ts";
import { NOT_QUEUED } from "../../../storage/schema.ts";
import type { Caller } from "../../api-keys/authenticate.ts";
import type { Context } from "../../context.ts";
import { findAnswered, type RequestKey } from "../../idempotency/request-key.ts";

export type QueuedBatch = {
  id: string;
  records: { id: string; url: string; status: "pending" | "failed"; createdAt: Date }[];
  failedCount: number;
  remainingCredits: number;
  /** True if an earlier request with the same Idempotency-Key queued this batch. */
  replayed: boolean;
};

/**
 * Returns the batch as its first response described it, regardless of later changes to its records. Returns undefined
 * for a new key. Throws ServiceError(idempotency_key_reused).
 */
export async function findRepeatedBatch(
  ctx: Context,
  caller: Caller,
  requestKey: RequestKey | undefined,
): Promise<QueuedBatch | undefined> {
  if (requestKey === undefined) return undefined;
  const recordId = await findAnswered(ctx, caller, requestKey);
  if (recordId === undefined) return undefined;

  const { accountId, limits } = caller;
  const month = monthOf(ctx.clock());
  const { records, used } = await findBatchWithCredits(ctx.db, { recordId, accountId, month });
  const id = records[0]?.batchId ?? "";
  ctx.log({ batchId: id, replayed: true });
  return {
    id,
    records: records.map((record) => ({
      id: record.id,
      url: record.url,
      status: record.errorCode === NOT_QUEUED ? "failed" : "pending",
      createdAt: record.createdAt,
    })),
    failedCount: records.filter(({ errorCode }) => errorCode === NOT_QUEUED).length,
    remainingCredits: Math.max(0, limits.monthlyScreenshots - used),
    replayed: true,
  };
}
