// The moment a capture is accepted: its credit is taken and its record inserted, both or neither.
import { withoutSecrets } from "../../../contract/capture-options.ts";
import type { CaptureInput } from "../../../contract/capture.ts";
import { foldBeyondAscii } from "../../../lib/fold-case.ts";
import { createId } from "../../../lib/ids.ts";
import { monthOf } from "../../../lib/month.ts";
import type { CacheQuery } from "../../../storage/capture-cache.ts";
import { insertCharged } from "../../../storage/screenshots.ts";
import type { Caller } from "../../api-keys/authenticate.ts";
import type { Context } from "../../context.ts";
import { claimFor, keyInUse, type RequestKey } from "../../idempotency/request-key.ts";
import { sendDeliveries } from "../../webhooks/send-deliveries.ts";
import { createImageKey } from "./image-key.ts";
import { creditsUsedUp } from "./preconditions.ts";

/** What a capture may still need after its own timeout: to be stored, and to be waited for by a slow reader. */
const DEADLINE_SLACK_MS = 60_000;

/** What a document that was sent along is listed as. */
const HTML_URL = "about:blank";

/** A capture that has been begun and not yet ended. */
export type CaptureAttempt = {
  id: string;
  startedAt: Date;
  input: CaptureInput;
  /** Where it stores its image; no other attempt does. */
  imageKey: string;
};

/** A capture whose caller waits for it. */
export type InteractiveCapture = CaptureAttempt & {
  /** Whether the image is to be kept; otherwise it is only returned. */
  stores: boolean;
  remainingCredits: number;
};

export type Accepted = Pick<InteractiveCapture, "startedAt" | "stores"> & {
  cacheKey: string | undefined;
  requestKey: RequestKey | undefined;
};

/**
 * Throws usage_limit_exceeded when no credit of this month is left, and idempotency_key_in_use when the same request
 * was accepted at the same moment.
 */
export async function startCapture(
  ctx: Context,
  caller: Caller,
  input: CaptureInput,
  accepted: Accepted,
): Promise<InteractiveCapture> {
  const capture = await tryToStart(ctx, caller, input, accepted);
  if (capture === undefined) throw creditsUsedUp(caller.limits.monthlyScreenshots);
  return capture;
}

/** The same, but undefined when no credit is left, or when a capture of what is `awaited` is under way. */
export async function tryToStart(
  ctx: Context,
  caller: Caller,
  input: CaptureInput,
  { startedAt, stores, cacheKey, requestKey }: Accepted,
  awaited?: CacheQuery,
): Promise<InteractiveCapture | undefined> {
  const { source, name, options } = input;
  const id = createId(startedAt);
  const imageKey = createImageKey(options.format);
  const url = source.kind === "url" ? source.url : HTML_URL;
  const limit = caller.limits.monthlyScreenshots;
  const { claimed, used, announced } = await insertCharged(
    ctx.db,
    {
      id,
      accountId: caller.accountId,
      url,
      foldedUrl: foldBeyondAscii(url),
      name: name ?? null,
      status: "processing",
      format: options.format,
      options: withoutSecrets(options),
      creditMonth: monthOf(startedAt),
      deadlineAt: attemptDeadline(startedAt, options.timeout),
      imageKey,
      cacheKey: cacheKey ?? null,
      createdAt: startedAt,
      updatedAt: startedAt,
    },
    limit,
    requestKey && claimFor(caller, requestKey, { screenshotId: id, createdAt: startedAt }),
    awaited,
  );
  sendDeliveries(ctx, announced);
  if (!claimed) throw keyInUse();
  if (used === undefined) return undefined;
  ctx.log({ screenshotId: id });
  return { id, startedAt, input, imageKey, stores, remainingCredits: limit - used };
}

/** When a capture that may take `timeoutMs` counts as lost. */
export function attemptDeadline(startedAt: Date, timeoutMs: number): Date {
  return new Date(startedAt.getTime() + timeoutMs + DEADLINE_SLACK_MS);
}
