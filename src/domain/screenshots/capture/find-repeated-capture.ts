// The answer to a capture that is asked for a second time under its Idempotency-Key (docs/decisions.md "Idempotency").
import type { CaptureInput } from "../../../contract/capture.ts";
import { ServiceError } from "../../../contract/errors.ts";
import { monthOf } from "../../../lib/month.ts";
import { findWithCredits, type Screenshot } from "../../../storage/screenshots.ts";
import type { Caller } from "../../api-keys/authenticate.ts";
import type { Context } from "../../context.ts";
import { findAnswered, keyInUse, type RequestKey } from "../../idempotency/request-key.ts";
import type { CaptureResult } from "./respond.ts";
import { readStored } from "./capture-result.ts";

/**
 * Undefined when the capture is to be made: it is new, or what it made before failed and was refunded. Throws
 * idempotency_key_reused, idempotency_key_in_use while it is under way, and image_gone when nothing is left to answer with.
 */
export async function findRepeatedCapture(
  ctx: Context,
  caller: Caller,
  input: CaptureInput,
  requestKey: RequestKey | undefined,
): Promise<CaptureResult | undefined> {
  if (requestKey === undefined) return undefined;
  const id = await findAnswered(ctx, caller, requestKey);
  if (id === undefined) return undefined;

  const { accountId } = caller;
  const found = await findWithCredits(ctx.db, { id, accountId, month: monthOf(ctx.clock()) });
  if (found === undefined || found.record.status === "failed") return undefined;
  if (found.record.status !== "completed") throw keyInUse();
  const stored = await readStored(ctx, caller, input, found);
  if (stored !== undefined) return stored;
  throw new ServiceError("image_gone", {
    details: { screenshotId: id, reason: whyGone(found.record) },
  });
}

function whyGone({ deletedAt, imageExpiredAt }: Screenshot): string {
  if (deletedAt !== null) return "deleted";
  return imageExpiredAt === null ? "not_stored" : "expired";
}
