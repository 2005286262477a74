// Checks whether the target and the account of a valid request allow a capture.
import type { CaptureInput, CaptureSource } from "../../../contract/capture.ts";
import { ServiceError } from "../../../contract/errors.ts";
import { checkTarget } from "../../../lib/public-address.ts";
import { monthOf } from "../../../lib/month.ts";
import { withoutCredentials } from "../../../lib/without-credentials.ts";
import { findRefunds, maxRefunds } from "../../../storage/credits.ts";
import type { Caller } from "../../api-keys/authenticate.ts";
import type { Context } from "../../context.ts";

/** Throws ServiceError(url_not_allowed) if the URL is private. */
export function assertTargetAllowed(ctx: Context, source: CaptureSource): void {
  if (source.kind === "html") return;
  const { url } = source;
  const reason = checkTarget(new URL(url), ctx.config.network.privateTargets);
  if (reason === undefined) return;
  throw new ServiceError("url_not_allowed", { details: { url: withoutCredentials(url), reason } });
}

/** Throws ServiceError(url_not_allowed) if any URL of a batch is private. `details` lists every refused URL. */
export function assertTargetsAllowed(ctx: Context, urls: string[]): void {
  const refused = urls.flatMap((url, i): [string, string][] => {
    const reason = checkTarget(new URL(url), ctx.config.network.privateTargets);
    return reason === undefined ? [] : [[`urls.${i}`, reason]];
  });
  if (refused.length === 0) return;
  throw new ServiceError("url_not_allowed", { details: Object.fromEntries(refused) });
}

/** The used and the allowed storage of an account. */
export type StorageOwner = Pick<Caller, "storageUsedBytes"> & {
  limits: Pick<Caller["limits"], "storageBytes">;
};

export function assertSubscribed(caller: Caller): void {
  if (caller.subscriptionStatus !== "canceled") return;
  throw new ServiceError("usage_limit_exceeded", {
    message: "The subscription is canceled. Reactivate it to capture pages.",
    details: { resource: "subscription" },
  });
}

/**
 * Returns whether the image is stored. If the account's storage is full, a file is still returned, but not stored. Other
 * requests throw ServiceError(usage_limit_exceeded) (docs/decisions/credits-and-limits.md).
 */
export function decideStorage(caller: Caller, { options, mustStore }: CaptureInput): boolean {
  if (caller.storageUsedBytes < caller.limits.storageBytes) return true;
  if (options.response_type === "by_format" && mustStore !== true) return false;
  throw storageFull(caller.limits.storageBytes);
}

/** Throws ServiceError(usage_limit_exceeded) if the account's storage is full. */
export function assertStorageLeft(owner: StorageOwner): void {
  if (owner.storageUsedBytes >= owner.limits.storageBytes)
    throw storageFull(owner.limits.storageBytes);
}

/** Returns the error of an account that could not reserve credits at this time. */
export async function explainRefusedCredits(
  ctx: Context,
  { accountId, limits: { monthlyScreenshots: limit } }: Caller,
  at: Date,
): Promise<ServiceError> {
  const refunds = await findRefunds(ctx.db, accountId, monthOf(at));
  const refundLimit = maxRefunds(limit);
  if (refunds < refundLimit) return creditsUsedUp(limit);
  return new ServiceError("usage_limit_exceeded", {
    message: `${refundLimit} captures of the account failed this month. Upgrade the plan or wait for the next month.`,
    details: { resource: "failed_captures", limit: refundLimit },
  });
}

export function creditsUsedUp(limit: number): ServiceError {
  return new ServiceError("usage_limit_exceeded", {
    message:
      "The account has used all screenshots of this month. Upgrade the plan or wait for the next month.",
    details: { resource: "screenshots", limit },
  });
}

/** `limit`: the storage of the account in bytes. */
function storageFull(limit: number): ServiceError {
  return new ServiceError("usage_limit_exceeded", {
    message: "The storage of the account is full. Delete screenshots or upgrade the plan.",
    details: { resource: "storage", limit },
  });
}
