// Compares two screenshots of an account and stores the diff image.
import {
  type CompareBody,
  type ComparisonResult,
  MAX_COMPARED_PIXELS,
} from "../../contract/compare.ts";
import type { PngRows } from "../../compare/png-rows.ts";
import type { ChangeMask } from "../../compare/change-mask.ts";
import { ServiceError } from "../../contract/errors.ts";
import { formatFiles } from "../../contract/formats.ts";
import { byteStreamOf } from "../../lib/byte-stream.ts";
import { canonicalJson } from "../../lib/canonical-json.ts";
import { createId } from "../../lib/ids.ts";
import { sha256Hex } from "../../lib/secrets.ts";
import { findComparison, insertComparison } from "../../storage/comparisons.ts";
import type { Caller } from "../api-keys/authenticate.ts";
import type { Context } from "../context.ts";
import { createImageKey, IMAGE_CACHE_CONTROL } from "../screenshots/capture/image-key.ts";
import { getOwned } from "../screenshots/records/get-owned.ts";
import type { Screenshot } from "../screenshots/records/screenshot.ts";
import { inTurn } from "./comparison-turns.ts";
import type { Comparison } from "./comparison.ts";

/** A screenshot with an image that can be compared. */
export type Comparable = { id: string; imageKey: string; width: number; height: number };

export type CompareSettings = Pick<CompareBody, "threshold" | "ignore" | "antialiasing">;

/** The part of a comparison that callers see. */
type Compared = Pick<Comparison, "result" | "diffKey">;

/** The account that owns the comparison, and its storage limit. */
type Owner = Pick<Caller, "accountId" | "storageUsedBytes"> & {
  limits: Pick<Caller["limits"], "storageBytes">;
};

/** The size of one read while the diff image is stored. */
const DIFF_CHUNK_BYTES = 256 * 1024;

/**
 * Returns the stored result when the same comparison was made before. Otherwise calls `admit` before the comparison;
 * `admit` throws to refuse the comparison. Throws the errors of `admit` and ServiceError: not_found, forbidden, image_gone,
 * invalid_options when a screenshot is not a completed PNG or is too large, or service_unavailable when too many
 * comparisons of the account are running.
 */
export async function compareScreenshots(
  ctx: Context,
  caller: Caller,
  { before: beforeId, after: afterId, ...settings }: CompareBody,
  admit: () => Promise<void> = async () => {},
): Promise<Compared> {
  const [before, after] = await Promise.all([
    getOwned(ctx, caller, beforeId).then((record) => assertComparable("before", record)),
    getOwned(ctx, caller, afterId).then((record) => assertComparable("after", record)),
  ]);
  const settingsHash = await sha256Hex(canonicalJson(settings));
  const identity = { beforeId: before.id, afterId: after.id, settingsHash };
  const earlier = await findComparison(ctx.db, identity);
  if (earlier !== undefined) return earlier;

  await admit();
  return inTurn(caller.accountId, async () => {
    const compared = await compareImages(ctx, before, after, settings);
    const stored = await storeComparison(ctx, caller, identity, { after, ...compared });
    return stored ?? { result: compared.result, diffKey: null };
  });
}

type Identity = Pick<Comparison, "beforeId" | "afterId" | "settingsHash">;

/**
 * Stores a comparison, with its diff image unless the storage is full. If another request stored the same comparison first,
 * returns that comparison. Returns undefined if the later screenshot was deleted or has too many comparisons.
 */
export async function storeComparison(
  ctx: Context,
  owner: Owner,
  identity: Identity,
  { after, result, diff }: ComparedImages & { after: Comparable },
): Promise<Comparison | undefined> {
  const storesDiff = result.changed && owner.storageUsedBytes < owner.limits.storageBytes;
  const { key: diffKey, sizeBytes: diffSize } = storesDiff
    ? await storeDiff(ctx, after, diff)
    : { key: null, sizeBytes: 0 };
  const createdAt = ctx.clock();
  const comparison = {
    ...identity,
    id: createId(createdAt),
    accountId: owner.accountId,
    result,
    diffKey,
    diffSize,
    createdAt,
  };
  if (await insertComparison(ctx.db, comparison)) return comparison;

  // Another request stored the same comparison first, or the later screenshot was deleted or has too many comparisons.
  if (diffKey !== null) await ctx.images.remove([diffKey]);
  return findComparison(ctx.db, identity);
}

/** Throws ServiceError(image_gone), or invalid_options that names `field`. */
export function assertComparable(field: string, record: Screenshot): Comparable {
  const { id, status, format, imageKey } = record;
  const [width, height] = [record.width ?? 0, record.height ?? 0];
  const invalid = (reason: string) =>
    new ServiceError("invalid_options", { details: { [field]: reason } });
  if (status !== "completed") throw invalid(`the screenshot is ${status}, not completed`);
  if (format !== "png") throw invalid(`the screenshot is ${format}; only png can be compared`);
  if (imageKey === null) {
    const reason = record.imageExpiredAt === null ? "not_stored" : "expired";
    throw new ServiceError("image_gone", { details: { screenshot: id, reason } });
  }
  if (width * height > MAX_COMPARED_PIXELS) throw tooManyPixels(field, "the screenshot has");
  return { id, imageKey, width, height };
}

function tooManyPixels(field: string, subject: string): ServiceError {
  const reason = `${subject} more than ${MAX_COMPARED_PIXELS / 1e6} million pixels; capture a smaller part`;
  return new ServiceError("invalid_options", { details: { [field]: reason } });
}

/** Returns the size of the canvas that shows both images. */
function unionOf(before: Comparable, after: Comparable) {
  return {
    width: Math.max(before.width, after.width),
    height: Math.max(before.height, after.height),
  };
}

/** `diff`: the diff image, drawn while it is read. `mask`: the changed pixels. */
type ComparedImages = {
  result: ComparisonResult;
  diff: AsyncGenerator<Uint8Array<ArrayBuffer>>;
  mask: ChangeMask;
};

/** Compares two images. With `within`, counts only pixels that also changed in that comparison. */
export async function compareImages(
  ctx: Context,
  before: Comparable,
  after: Comparable,
  settings: CompareSettings & { within?: ChangeMask },
): Promise<ComparedImages> {
  const { width: widthPx, height: heightPx } = unionOf(before, after);
  if (widthPx * heightPx > MAX_COMPARED_PIXELS) {
    throw tooManyPixels("before", "both screenshots together have");
  }
  const openAfter = opening(ctx, "after", after);
  const openBefore = opening(ctx, "before", before);
  const comparison = await ctx.compare.images(openBefore, openAfter, settings);
  const { widthPx: width, heightPx: height, pixels, regions, shiftedBy, shifts } = comparison;
  const result = {
    changed: pixels > 0,
    // With a shift, removed rows count too, so the number can exceed the pixels of the later image.
    ratio: Math.min(1, pixels / (width * height)),
    pixels,
    width,
    height,
    ...(shiftedBy === undefined ? {} : { shiftedBy, shifts: [...shifts] }),
    regions,
  };
  return { result, diff: ctx.compare.diff(openAfter, comparison), mask: comparison.mask };
}

/** `field`: the parameter that names the image in an error. */
function opening(ctx: Context, field: "before" | "after", { id, imageKey }: Comparable) {
  const describe = (error: unknown): never => {
    if (!ctx.compare.isUnreadable(error)) throw error;
    throw new ServiceError("invalid_options", {
      details: { [field]: "the image is corrupt; capture the page again" },
      cause: error,
    });
  };
  async function* described(rows: PngRows["rows"]): PngRows["rows"] {
    try {
      yield* rows;
    } catch (error) {
      // Name the corrupt image.
      describe(error);
    }
  }
  return async () => {
    const image = await ctx.images.get(imageKey);
    if (image === undefined) throw new ServiceError("image_gone", { details: { screenshot: id } });
    const body = image.body as ReadableStream<Uint8Array>; // R2 streams bytes
    const { rows, ...size } = await ctx.compare.open(body).catch(describe);
    return { ...size, rows: described(rows) };
  };
}

async function storeDiff(
  ctx: Context,
  after: Comparable,
  diff: AsyncGenerator<Uint8Array<ArrayBuffer>>,
): Promise<{ key: string; sizeBytes: number }> {
  const key = createImageKey("png");
  const sizeBytes = await ctx.images.put(key, byteStreamOf(diff, DIFF_CHUNK_BYTES), {
    contentType: formatFiles.png.contentType,
    cacheControl: IMAGE_CACHE_CONTROL,
    screenshotId: after.id,
  });
  return { key, sizeBytes };
}
