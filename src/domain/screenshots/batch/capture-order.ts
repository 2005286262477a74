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

/**
 * Throws ServiceError if another attempt would fail, too: internal_error if the secrets cannot be opened, and
 * invalid_options if a rule for options was added after the order was stored.
 */
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
  const opened = captureOptions.safeParse({ ...options, ...(JSON.parse(text) as object) }); // sealOrder has sealed an object
  if (opened.success) return opened.data;
  const details = Object.fromEntries(
    opened.error.issues.map(({ path, message }) => [["options", ...path].join("."), message]),
  );
  throw new ServiceError("invalid_options", { details });
}
