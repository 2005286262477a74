// How the pages of a batch are to be captured, on its way through the queue: what may be secret travels sealed.
import {
  type CaptureOptions,
  captureOptions,
  secretsOf,
  withoutSecrets,
} from "../../../contract/capture-options.ts";
import { type CaptureOrder, QUEUED_CAPTURE_SECRETS } from "../../../contract/queued-capture.ts";
import { ServiceError } from "../../../contract/errors.ts";
import type { Context } from "../../context.ts";

export async function sealOrder(ctx: Context, options: CaptureOptions): Promise<CaptureOrder> {
  const secrets = secretsOf(options);
  const order = { options: withoutSecrets(options) };
  if (Object.keys(secrets).length === 0) return order;
  return {
    ...order,
    secrets: await ctx.secretBox.seal(QUEUED_CAPTURE_SECRETS, JSON.stringify(secrets)),
  };
}

/** Throws internal_error when the secrets cannot be read any more, which no further try would change. */
export async function openOrder(
  ctx: Context,
  { options, secrets }: CaptureOrder,
): Promise<CaptureOptions> {
  if (secrets === undefined) return options;
  const text = await ctx.secretBox.unseal(QUEUED_CAPTURE_SECRETS, secrets);
  if (text === undefined) {
    throw new ServiceError("internal_error", {
      message: "The capture's secrets can no longer be read; ask for it again.",
    });
  }
  return captureOptions.parse({ ...options, ...(JSON.parse(text) as object) }); // what sealOrder has sealed
}
