// An interactive capture as a sequence of steps: validate, replay, look up the cache, reserve, render, respond.
import type { Rendered, ThumbnailMode } from "../../../capture/request.ts";
import type { CaptureInput } from "../../../contract/capture.ts";
import { ServiceError } from "../../../contract/errors.ts";
import { DeadlineExceeded, withDeadline } from "../../../lib/deadline.ts";
import type { CacheQuery } from "../../../storage/capture-cache.ts";
import type { Caller } from "../../api-keys/authenticate.ts";
import type { Context } from "../../context.ts";
import { rememberAnswer, type RequestKey } from "../../idempotency/request-key.ts";
import { countLinkCapture } from "../../rate-windows.ts";
import type { CaptureResult } from "./capture-result.ts";
import { failCapture } from "./end-capture.ts";
import {
  type CacheLookup,
  cacheQueryOf,
  findCachedCapture,
  waitWhileInProgress,
} from "./find-cached-capture.ts";
import { findRepeatedCapture } from "./find-repeated-capture.ts";
import { assertSubscribed, assertTargetAllowed, decideStorage } from "./preconditions.ts";
import { reserveCapture, type ValidatedRequest } from "./reserve-capture.ts";
import { respond } from "./respond.ts";

/** The response of a capture follows at most this long after its timeout, even if the browser or the pool does not answer. */
const RESPOND_AFTER_MS = 1_200;

/** The response of a failed capture waits at most this long for its refund. */
const REFUND_WITHIN_MS = 500;

export type Captured = CaptureResult & {
  /** Undefined if the request did not set cache_ttl. */
  cache: "HIT" | "MISS" | undefined;
  /** True if an earlier request with the same Idempotency-Key produced this result. */
  replayed: boolean;
};

/**
 * Captures one page and returns the file or the record. Throws the ServiceErrors of every step; a failed capture is not
 * charged.
 */
export function captureNow(
  ctx: Context,
  caller: Caller,
  input: CaptureInput,
  requestKey?: RequestKey,
): Promise<Captured> {
  const capture = runSteps(ctx, caller, input, requestKey);
  // Charge or refund the credit even if the client disconnects. The returned promise reports the errors.
  ctx.defer(capture.catch(() => undefined));
  return capture;
}

async function runSteps(
  ctx: Context,
  caller: Caller,
  input: CaptureInput,
  requestKey: RequestKey | undefined,
): Promise<Captured> {
  const startedAt = ctx.clock();
  ctx.log({ target: input.source.kind === "url" ? new URL(input.source.url).host : "html" });
  assertTargetAllowed(ctx, input.source);

  const replay = await findRepeatedCapture(ctx, caller, input.options, requestKey);
  if (replay.kind === "replayed") return { ...replay.result, cache: undefined, replayed: true };
  assertSubscribed(caller);

  const cacheQuery = await cacheQueryOf(caller, input, startedAt);
  // A request with cache_ttl is admitted later, because it may receive the result of another request and need no browser.
  if (cacheQuery !== undefined) ctx.admission.stepAside(caller.accountId);
  const cached = await findCachedCapture(ctx, caller, input.options, cacheQuery);
  const found = cached.kind === "hit" ? cached : await countCapture(ctx, caller, input, cacheQuery);
  if (found.kind === "hit") return answerFromCache(ctx, caller, requestKey, found.result);

  const stores = decideStorage(caller, input);
  return captureAnew(ctx, { caller, input, startedAt, requestKey, cacheQuery, stores });
}

/** Reserves a credit, renders the page and responds. */
async function captureAnew(ctx: Context, request: ValidatedRequest): Promise<Captured> {
  const { caller, cacheQuery, requestKey } = request;
  let leave = cacheQuery === undefined ? ctx.admission.admit(caller.accountId) : undefined;
  try {
    const reserving = reserveCapture(ctx, request);
    const early =
      leave !== undefined && hasCredits(caller) ? render(ctx, request, reserving) : undefined;
    // Without the reservation, the rendering fails, too. Keep the Worker until the browser is released.
    if (early !== undefined) ctx.defer(early.catch(() => undefined));
    const reservation = await reserving;
    if (reservation.kind === "hit")
      return await answerFromCache(ctx, caller, requestKey, reservation.result);

    const { capture } = reservation;
    try {
      leave ??= ctx.admission.admit(caller.accountId);
      const rendered = await inTime(ctx, request, early ?? render(ctx, request, reserving));
      ctx.admission.countRendered();
      const result = await respond(ctx, capture, rendered);
      return { ...result, cache: cacheQuery === undefined ? undefined : "MISS", replayed: false };
    } catch (error) {
      // Refund the credit after any failure. A slow database must not delay the response.
      const refund = failCapture(ctx, capture, error);
      ctx.defer(refund);
      await withDeadline(REFUND_WITHIN_MS, "refund", refund).catch(() => undefined);
      throw error;
    }
  } finally {
    leave?.();
  }
}

async function answerFromCache(
  ctx: Context,
  caller: Caller,
  requestKey: RequestKey | undefined,
  result: CaptureResult,
): Promise<Captured> {
  await rememberAnswer(ctx, caller, requestKey, result.id);
  return { ...result, cache: "HIT", replayed: false };
}

/**
 * Counts the capture of a signed link. If the window is full, waits for a capture of another view of the same link.
 * Throws ServiceError(rate_limit_exceeded).
 */
async function countCapture(
  ctx: Context,
  caller: Caller,
  { options, isLink }: CaptureInput,
  cacheQuery: CacheQuery | undefined,
): Promise<CacheLookup> {
  if (isLink !== true) return { kind: "miss" };
  try {
    await countLinkCapture(ctx, caller);
    return { kind: "miss" };
  } catch (error) {
    // The rate window refused a capture for this view. Return the image of another view of the link, if one exists.
    if (cacheQuery === undefined) throw error;
    const endsAt = new Date(ctx.clock().getTime() + options.timeout);
    await waitWhileInProgress(ctx, cacheQuery, endsAt);
    const cached = await findCachedCapture(ctx, caller, options, cacheQuery);
    if (cached.kind === "miss") throw error;
    return cached;
  }
}

/** Renders the page after `reserving` resolves. Until then, waits for a browser. */
async function render(
  ctx: Context,
  { caller: { accountId }, input: { source, options }, startedAt, stores }: ValidatedRequest,
  reserving: Promise<unknown>,
): Promise<Rendered> {
  const renderAt = ctx.clock().getTime();
  const reserved = reserving.then(() =>
    ctx.log({ reserveMs: ctx.clock().getTime() - startedAt.getTime() }),
  );
  // captureAnew() handles the failure.
  reserved.catch(() => undefined);
  const rendered = await ctx.render(
    {
      source,
      options,
      timeoutMs: Math.max(1, options.timeout - (renderAt - startedAt.getTime())),
      thumbnail: thumbnailMode(stores, options.format),
    },
    accountId,
    "interactive",
    reserved,
  );
  ctx.log({ renderMs: ctx.clock().getTime() - renderAt });
  return rendered;
}

/** Throws ServiceError(navigation_timeout) if the rendering does not end in time, and discards its later result. */
async function inTime(
  ctx: Context,
  { input: { options }, startedAt }: ValidatedRequest,
  rendering: Promise<Rendered>,
): Promise<Rendered> {
  const endsAt = startedAt.getTime() + options.timeout + RESPOND_AFTER_MS;
  try {
    return await withDeadline(endsAt - ctx.clock().getTime(), "capture", rendering);
  } catch (error) {
    if (!(error instanceof DeadlineExceeded)) throw error;
    ctx.defer(rendering.then(discard, () => undefined));
    throw new ServiceError("navigation_timeout", { details: { phase: "capture" } });
  }
}

/** Releases the browser of an image that no client receives. */
async function discard({ body }: Rendered): Promise<void> {
  if (body instanceof ReadableStream) await body.cancel();
}

/** Returns whether the reservation probably succeeds. An account without credits must not start a browser. */
function hasCredits({ usedCredits = 0, limits }: Caller): boolean {
  return usedCredits < limits.monthlyScreenshots;
}

/** Returns when to take a thumbnail. Without a thumbnail, lists show the image itself; they cannot show a PDF. */
function thumbnailMode(stores: boolean, format: CaptureInput["options"]["format"]): ThumbnailMode {
  if (!stores) return "never";
  return format === "pdf" ? "always" : "when_idle";
}
