// A capture that a signed-in user starts in the dashboard.
import type { CaptureInput } from "../contract/capture.ts";
import { ServiceError } from "../contract/errors.ts";
import type { Caller } from "../domain/api-keys/authenticate.ts";
import type { Viewer } from "../domain/accounts/viewer.ts";
import type { Context } from "../domain/context.ts";
import { type Captured, captureNow } from "../domain/screenshots/capture/capture-now.ts";

/** Counts toward the rate limit and uses a credit, like a capture with a key. Throws ServiceError. */
export async function captureAsViewer(
  ctx: Context,
  { caller }: Viewer,
  input: CaptureInput,
): Promise<Captured> {
  await countRequest(ctx, caller);
  const options = { ...input.options, response_type: "json" } as const;
  return captureNow(ctx, caller, { ...input, options });
}

/** Counts an action of the dashboard toward the rate limit. Throws ServiceError(rate_limit_exceeded). */
export async function countRequest(ctx: Context, { accountId, limits }: Caller): Promise<void> {
  const window = await ctx.limiter.take(`account:${accountId}`, limits.requestsPerMinute);
  if (window.allowed) return;
  const { retryAfterSeconds } = window;
  throw new ServiceError("rate_limit_exceeded", { retryAfterSeconds });
}
