// Encrypts the secret options of a batch before they are sent through the queue, and decrypts them again.
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

/** Throws ServiceError(internal_error) if the secrets cannot be opened. Another attempt would fail, too. */
export async function openOrder(
  ctx: Context,
  { options, secrets }: Pick<CaptureOrder, "options" | "secrets">,
): Promise<CaptureOptions> {
  if (secrets === undefined) return options;
  const text = await ctx.secretBox.unseal(QUEUED_CAPTURE_SECRETS, secrets);
  if (text === undefined) {
    throw new ServiceError("internal_error", {
      message: "The secrets of this capture can no longer be read. Request the capture again.",
    });
  }
  return captureOptions.parse({ ...options, ...(JSON.parse(text) as object) }); // sealOrder has sealed an object
}
