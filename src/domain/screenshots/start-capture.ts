// The moment a capture is accepted: its credit is taken and its record inserted, both or neither.
import { withoutSecrets } from "../../contract/capture-options.ts";
import type { CaptureInput } from "../../contract/capture.ts";
import { ServiceError } from "../../contract/errors.ts";
import { foldBeyondAscii } from "../../lib/fold-case.ts";
import { createId } from "../../lib/ids.ts";
import { monthOf } from "../../lib/month.ts";
import { insertCharged } from "../../storage/screenshots.ts";
import type { Caller } from "../api-keys/authenticate.ts";
import type { Context } from "../context.ts";
import { claimFor, keyInUse, type RequestKey } from "../idempotency/request-key.ts";
import { createImageKey } from "./image-key.ts";

/** What a capture may still need after its own timeout: to be stored, and to be waited for by a slow reader. */
const DEADLINE_SLACK_MS = 60_000;

/** What a document that was sent along is listed as. */
const HTML_URL = "about:blank";

/** A capture on its way: accepted, charged, not yet ended. */
export type Job = {
  id: string;
  startedAt: Date;
  input: CaptureInput;
  imageKey: string;
  /** Whether the image is to be kept; otherwise it is only returned. */
  stores: boolean;
  remainingCredits: number;
};

type Accepted = Pick<Job, "startedAt" | "stores"> & {
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
  { startedAt, stores, cacheKey, requestKey }: Accepted,
): Promise<Job> {
  const { source, name, options } = input;
  const id = createId(startedAt);
  const imageKey = createImageKey(options.format);
  const url = source.kind === "url" ? source.url : HTML_URL;
  const limit = caller.limits.monthlyScreenshots;
  const { claimed, used } = await insertCharged(
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
      deadlineAt: new Date(startedAt.getTime() + options.timeout + DEADLINE_SLACK_MS),
      imageKey,
      cacheKey: cacheKey ?? null,
      createdAt: startedAt,
      updatedAt: startedAt,
    },
    limit,
    requestKey && claimFor(caller, requestKey, { screenshotId: id, createdAt: startedAt }),
  );
  if (!claimed) throw keyInUse();
  if (used === undefined) {
    throw new ServiceError("usage_limit_exceeded", {
      message: "The month's screenshots are used up.",
      details: { resource: "screenshots", limit },
    });
  }
  ctx.log({ screenshotId: id });
  return { id, startedAt, input, imageKey, stores, remainingCredits: limit - used };
}
