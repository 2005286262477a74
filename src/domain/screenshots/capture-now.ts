// A single capture, from the accepted request to the answer: reserve, render, store, complete; refund on failure.
import type { Rendered, ThumbnailWish } from "../../capture/request.ts";
import type { CaptureInput } from "../../contract/capture.ts";
import type { Caller } from "../api-keys/authenticate.ts";
import type { Context } from "../context.ts";
import { rememberAnswer, type RequestKey } from "../idempotency/request-key.ts";
import { cacheKeyOf } from "./cache-key.ts";
import { deliver, type Delivery } from "./deliver.ts";
import { failCapture } from "./end-capture.ts";
import { findCachedCapture } from "./find-cached-capture.ts";
import { findRepeatedCapture } from "./find-repeated-capture.ts";
import { assertSubscribed, assertTargetAllowed, decideStorage } from "./may-capture.ts";
import { type Job, startCapture } from "./start-capture.ts";

/**
 * `cache` is undefined where cache_ttl asked for none. `replayed`: the answer to an earlier request with the same
 * Idempotency-Key.
 */
export type Captured = Delivery & { cache: "HIT" | "MISS" | undefined; replayed: boolean };

/**
 * Throws ServiceError: url_not_allowed, usage_limit_exceeded, what the rendering ends in, or what findRepeatedCapture
 * says of `requestKey`. Nothing is charged for any of them.
 */
export function captureNow(
  ctx: Context,
  caller: Caller,
  input: CaptureInput,
  requestKey?: RequestKey,
): Promise<Captured> {
  const capture = attempt(ctx, caller, input, requestKey);
  // A caller who hangs up ends the request, but not this: the credit is to be settled. Errors are the caller's.
  ctx.defer(capture.catch(() => undefined));
  return capture;
}

async function attempt(
  ctx: Context,
  caller: Caller,
  input: CaptureInput,
  requestKey: RequestKey | undefined,
): Promise<Captured> {
  const startedAt = ctx.clock();
  ctx.log({ target: input.source.kind === "url" ? new URL(input.source.url).host : "html" });
  assertTargetAllowed(ctx, input.source);
  const repeated = await findRepeatedCapture(ctx, caller, input, requestKey);
  if (repeated !== undefined) return { ...repeated, cache: undefined, replayed: true };

  assertSubscribed(caller);
  const cacheKey = await cacheKeyOf(input);
  const cached = await findCachedCapture(ctx, caller, input, cacheKey);
  if (cached !== undefined) {
    await rememberAnswer(ctx, caller, requestKey, cached.id);
    return { ...cached, cache: "HIT", replayed: false };
  }

  const stores = decideStorage(caller, input);
  const job = await startCapture(ctx, caller, input, { startedAt, stores, cacheKey, requestKey });
  try {
    const rendered = await render(ctx, caller, job);
    const delivery = await deliver(ctx, job, rendered);
    return { ...delivery, cache: cacheKey === undefined ? undefined : "MISS", replayed: false };
  } catch (error) {
    // Whatever went wrong, the credit goes back.
    await failCapture(ctx, job, error);
    throw error;
  }
}

async function render(ctx: Context, caller: Caller, job: Job): Promise<Rendered> {
  const { input, startedAt } = job;
  const { source, options, maxSidePx } = input;
  const renderAt = ctx.clock().getTime();
  const timeoutMs = Math.max(1, options.timeout - (renderAt - startedAt.getTime()));
  const rendered = await ctx.render(
    {
      source,
      options,
      timeoutMs,
      thumbnail: thumbnailWish(job),
      ...(maxSidePx === undefined ? {} : { maxSidePx }),
    },
    caller.accountId,
    "now",
  );
  ctx.log({
    reserveMs: renderAt - startedAt.getTime(),
    renderMs: ctx.clock().getTime() - renderAt,
  });
  return rendered;
}

/** Lists show an image itself where it has no thumbnail; a PDF they cannot. */
function thumbnailWish({ stores, input }: Job): ThumbnailWish {
  if (!stores) return "never";
  return input.options.format === "pdf" ? "always" : "spare";
}
