// A single capture, from the accepted request to the answer: reserve, render, store, complete; refund on failure.
import type { Rendered, ThumbnailMode } from "../../../capture/request.ts";
import type { CaptureInput } from "../../../contract/capture.ts";
import type { Caller } from "../../api-keys/authenticate.ts";
import type { Context } from "../../context.ts";
import { rememberAnswer, type RequestKey } from "../../idempotency/request-key.ts";
import { cacheKeyOf } from "./cache-key.ts";
import { respond, type CaptureResult } from "./respond.ts";
import { failCapture } from "./end-capture.ts";
import { findCachedCapture, whileUnderWay } from "./find-cached-capture.ts";
import { findRepeatedCapture } from "./find-repeated-capture.ts";
import { assertSubscribed, assertTargetAllowed, decideStorage } from "./preconditions.ts";
import {
  type Accepted,
  type InteractiveCapture,
  startCapture,
  tryToStart,
} from "./reserve-capture.ts";

/**
 * `cache` is undefined where cache_ttl asked for none. `replayed`: the answer to an earlier request with the same
 * Idempotency-Key.
 */
export type Captured = CaptureResult & { cache: "HIT" | "MISS" | undefined; replayed: boolean };

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
  const request = { startedAt, cacheKey, requestKey };
  const begun = await (cacheKey === undefined
    ? startCapture(ctx, caller, input, { ...request, stores: decideStorage(caller, input) })
    : findOrStart(ctx, caller, input, { ...request, cacheKey }));
  if ("kind" in begun) {
    await rememberAnswer(ctx, caller, requestKey, begun.id);
    return { ...begun, cache: "HIT", replayed: false };
  }
  const capture = begun;
  try {
    const rendered = await render(ctx, caller, capture);
    const delivery = await respond(ctx, capture, rendered);
    return { ...delivery, cache: cacheKey === undefined ? undefined : "MISS", replayed: false };
  } catch (error) {
    // Whatever went wrong, the credit goes back.
    await failCapture(ctx, capture, error);
    throw error;
  }
}

/** Of several who ask for the same picture at once one has it captured, and the others wait for that. */
async function findOrStart(
  ctx: Context,
  caller: Caller,
  input: CaptureInput,
  request: Omit<Accepted, "stores"> & { cacheKey: string },
): Promise<CaptureResult | InteractiveCapture> {
  const { startedAt, cacheKey } = request;
  const { cache_ttl: ttlSeconds, timeout } = input.options;
  const since = new Date(startedAt.getTime() - ttlSeconds * 1000);
  const wanted = { accountId: caller.accountId, cacheKey, since };
  const cached = await findCachedCapture(ctx, caller, input, wanted);
  if (cached !== undefined) return cached;

  const accepted = { ...request, stores: decideStorage(caller, input) };
  // What is not stored answers nobody else.
  if (!accepted.stores) return startCapture(ctx, caller, input, accepted);
  const capture = await tryToStart(ctx, caller, input, accepted, wanted);
  if (capture !== undefined) return capture;
  await whileUnderWay(ctx, wanted, new Date(startedAt.getTime() + timeout));
  // Where the other one failed, nobody waits a second time.
  return (
    (await findCachedCapture(ctx, caller, input, wanted)) ??
    startCapture(ctx, caller, input, accepted)
  );
}

async function render(
  ctx: Context,
  caller: Caller,
  capture: InteractiveCapture,
): Promise<Rendered> {
  const { input, startedAt } = capture;
  const { source, options, maxSidePx } = input;
  const renderAt = ctx.clock().getTime();
  const timeoutMs = Math.max(1, options.timeout - (renderAt - startedAt.getTime()));
  const rendered = await ctx.render(
    {
      source,
      options,
      timeoutMs,
      thumbnail: thumbnailMode(capture),
      ...(maxSidePx === undefined ? {} : { maxSidePx }),
    },
    caller.accountId,
    "interactive",
  );
  ctx.log({
    reserveMs: renderAt - startedAt.getTime(),
    renderMs: ctx.clock().getTime() - renderAt,
  });
  return rendered;
}

/** Lists show an image itself where it has no thumbnail; a PDF they cannot. */
function thumbnailMode({ stores, input }: InteractiveCapture): ThumbnailMode {
  if (!stores) return "never";
  return input.options.format === "pdf" ? "always" : "when_idle";
}
