// Checks whether a webhook may receive events: its URL must be allowed, and the webhook must be enabled.
import { ServiceError } from "../../contract/errors.ts";
import { checkTarget } from "../../lib/public-address.ts";
import { withoutCredentials } from "../../lib/without-credentials.ts";
import type { Context } from "../context.ts";
import type { Webhook } from "./webhook.ts";

/** Throws ServiceError(url_not_allowed) if the URL is private or contains credentials. */
export function assertReceiverAllowed(ctx: Context, url: string): void {
  const reason = checkTarget(new URL(url), ctx.config.network.privateTargets);
  if (reason === undefined) return;
  throw new ServiceError("url_not_allowed", {
    message:
      "The URL is private or internal, or contains credentials. Use a public URL without credentials.",
    details: { url: withoutCredentials(url), reason },
  });
}

/** Throws ServiceError(invalid_options) if the webhook is disabled. */
export function assertEnabled({ enabled }: Webhook): void {
  if (enabled) return;
  throw new ServiceError("invalid_options", {
    message: "The webhook is disabled. Enable it first.",
    details: { enabled: "is false" },
  });
}
