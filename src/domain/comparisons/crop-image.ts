// Cuts rows out of a stored PNG, for pages that show parts of tall images.
import type { RowRange } from "../../compare/crop-png.ts";
import { ServiceError } from "../../contract/errors.ts";
import { byteStreamOf } from "../../lib/byte-stream.ts";
import type { Context } from "../context.ts";
import { isImageKey } from "../screenshots/capture/image-key.ts";
import { inTurn } from "./comparison-turns.ts";

const CHUNK_BYTES = 256 * 1024;

/**
 * Returns a PNG with these rows of an image. The unguessable key grants access. Parts that an account requests wait for each
 * other, because the rows above them are decoded. Throws ServiceError: not_found if the image is not stored, is no PNG, or
 * has none of these rows, or service_unavailable if too many parts are waiting.
 */
export async function cropImage(ctx: Context, accountId: string, key: string, range: RowRange) {
  // Comparisons do not wait for parts, and parts do not wait for comparisons.
  const turns = `parts-of:${accountId}`;
  const rows = await inTurn(turns, () => cutRows(ctx, key, range));
  if (rows === undefined) throw new ServiceError("not_found");
  return byteStreamOf(readInTurns(turns, rows), CHUNK_BYTES);
}

type Chunks = AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined>;

async function cutRows(ctx: Context, key: string, range: RowRange): Promise<Chunks | undefined> {
  const image = isImageKey(key) ? await ctx.images.get(key) : undefined;
  if (image === undefined) return undefined;
  const body = image.body as ReadableStream<Uint8Array>; // R2 streams bytes
  try {
    return await ctx.compare.crop(await ctx.compare.open(body), range);
  } catch (error) {
    if (!ctx.compare.isUnreadable(error)) throw error;
    return undefined;
  }
}

/** Takes a turn for each chunk. A slow reader occupies no turn. */
async function* readInTurns(turns: string, chunks: Chunks): Chunks {
  try {
    for (;;) {
      const next = await inTurn(turns, () => chunks.next());
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await chunks.return();
  }
}
