// Answers a capture request that repeats an Idempotency-Key (docs/decisions/idempotency.md).
import type { CaptureOptions } from "../../../contract/capture-options.ts";
import { ServiceError } from "../../../contract/errors.ts";
import { monthOf } from "../../../lib/month.ts";
import { findWithCredits, type Screenshot } from "../../../storage/screenshots.ts";
import type { Caller } from "../../api-keys/authenticate.ts";
import type { Context } from "../../context.ts";
import { findAnswered, keyInUse, type RequestKey } from "../../idempotency/request-key.ts";
import { type CaptureResult, readStoredResult } from "./capture-result.ts";

/** "new": no earlier request has this key, or its capture failed and was refunded. */
export type Replay = { kind: "new" } | { kind: "replayed"; result: CaptureResult };

/**
 * Throws ServiceError: idempotency_key_reused; idempotency_key_in_use while the earlier capture is in progress; image_gone
 * if its image no longer exists.
 */
export async function findRepeatedCapture(
  ctx: Context,
  caller: Caller,
  options: CaptureOptions,
  requestKey: RequestKey | undefined,
): Promise<Replay> {
  if (requestKey === undefined) return { kind: "new" };
  const id = await findAnswered(ctx, caller, requestKey);
  if (id === undefined) return { kind: "new" };

  const { accountId } = caller;
  const found = await findWithCredits(ctx.db, { id, accountId, month: monthOf(ctx.clock()) });
  if (found === undefined || found.record.status === "failed") return { kind: "new" };
  if (found.record.status !== "completed") throw keyInUse();
  const result = await readStoredResult(ctx, caller, options, found);
  if (result !== undefined) return { kind: "replayed", result };
  throw new ServiceError("image_gone", {
    details: { screenshotId: id, reason: missingReason(found.record) },
  });
}

function missingReason({ deletedAt, imageExpiredAt }: Screenshot): string {
  if (deletedAt !== null) return "deleted";
  return imageExpiredAt === null ? "not_stored" : "expired";
}
