// The answer to a batch that is asked for a second time under its Idempotency-Key (docs/decisions.md "Idempotency").
import { monthOf } from "../../../lib/month.ts";
import { findBatchWithCredits } from "../../../storage/batches.ts";
import type { Caller } from "../../api-keys/authenticate.ts";
import type { Context } from "../../context.ts";
import { findAnswered, type RequestKey } from "../../idempotency/request-key.ts";
import type { QueuedBatch } from "./queue-batch.ts";

/** What a record says that never got as far as the queue. */
export const NOT_QUEUED = "The capture could not be queued and has been refunded.";

/** As it was answered at first, whatever has become of its records. Throws idempotency_key_reused. */
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
      status: record.errorMessage === NOT_QUEUED ? "failed" : "pending",
      createdAt: record.createdAt,
    })),
    failedCount: records.filter(({ errorMessage }) => errorMessage === NOT_QUEUED).length,
    remainingCredits: Math.max(0, limits.monthlyScreenshots - used),
    replayed: true,
  };
}
