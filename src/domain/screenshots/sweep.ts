// Captures that were lost with whoever ran them: failed, and their credits given back.
import { failOverdue } from "../../storage/screenshots.ts";
import type { Context } from "../context.ts";

export async function sweepLostCaptures(ctx: Context): Promise<void> {
  const lost = await failOverdue(ctx.db, {
    errorCode: "render_failed",
    errorMessage: "The capture was lost and has been refunded.",
    updatedAt: ctx.clock(),
  });
  ctx.log({ lostCaptures: lost.length });
  // A lost capture may have got as far as storing its image.
  await ctx.images.remove(lost.flatMap(({ imageKey }) => imageKey ?? []));
}
