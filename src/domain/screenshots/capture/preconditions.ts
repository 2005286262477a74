// What stands between a valid request and its capture: a target that is allowed, and an account that may.
import type { CaptureInput, CaptureSource } from "../../../contract/capture.ts";
import { ServiceError } from "../../../contract/errors.ts";
import { checkTarget } from "../../../lib/public-address.ts";
import { withoutCredentials } from "../../../lib/without-credentials.ts";
import type { Caller } from "../../api-keys/authenticate.ts";
import type { Context } from "../../context.ts";

/** Throws url_not_allowed for an address of a private network, before anything is charged or requested. */
export function assertTargetAllowed(ctx: Context, source: CaptureSource): void {
  if (source.kind === "html") return;
  const { url } = source;
  const reason = checkTarget(new URL(url), ctx.config.guard.privateTargets);
  if (reason === undefined) return;
  throw new ServiceError("url_not_allowed", { details: { url: withoutCredentials(url), reason } });
}

/** The same for the addresses of a batch: `details` names each that is refused. */
export function assertTargetsAllowed(ctx: Context, urls: string[]): void {
  const faults = urls.flatMap((url, i): [string, string][] => {
    const reason = checkTarget(new URL(url), ctx.config.guard.privateTargets);
    return reason === undefined ? [] : [[`urls.${i}`, reason]];
  });
  if (faults.length === 0) return;
  throw new ServiceError("url_not_allowed", { details: Object.fromEntries(faults) });
}

export function assertSubscribed(caller: Caller): void {
  if (caller.subscriptionStatus !== "canceled") return;
  throw new ServiceError("usage_limit_exceeded", {
    message: "The subscription is canceled.",
    details: { resource: "subscription" },
  });
}

/**
 * Whether the image is to be stored. Once the allowance is reached a file is still returned, unstored; what would promise
 * an image address, or must be kept, throws usage_limit_exceeded (docs/decisions.md "Credits, storage, limits").
 */
export function decideStorage(caller: Caller, { options, mustStore }: CaptureInput): boolean {
  if (caller.storageUsedBytes < caller.limits.storageBytes) return true;
  if (options.response_type === "by_format" && mustStore !== true) return false;
  throw storageFull(caller);
}

/** Throws usage_limit_exceeded once the allowance is reached. */
export function assertStorageLeft(caller: Caller): void {
  if (caller.storageUsedBytes >= caller.limits.storageBytes) throw storageFull(caller);
}

export function creditsUsedUp(limit: number): ServiceError {
  return new ServiceError("usage_limit_exceeded", {
    message: "The month's screenshots are used up.",
    details: { resource: "screenshots", limit },
  });
}

function storageFull(caller: Caller): ServiceError {
  const limit = caller.limits.storageBytes;
  return new ServiceError("usage_limit_exceeded", {
    message: "The plan's storage is full; delete screenshots to make room.",
    details: { resource: "storage", limit },
  });
}
