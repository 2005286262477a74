// What stands between a valid request and an event sent: an address that is allowed, a webhook that is enabled.
import { ServiceError } from "../../contract/errors.ts";
import { checkTarget } from "../../lib/public-address.ts";
import { withoutCredentials } from "../../lib/without-credentials.ts";
import type { Context } from "../context.ts";
import type { Webhook } from "./webhook.ts";

/** Throws url_not_allowed for an address of a private network. */
export function assertReceiverAllowed(ctx: Context, url: string): void {
  const reason = checkTarget(new URL(url), ctx.config.guard.privateTargets);
  if (reason === undefined) return;
  throw new ServiceError("url_not_allowed", {
    message: "The address is private or internal, or holds credentials: no events are sent there.",
    details: { url: withoutCredentials(url), reason },
  });
}

/** Throws invalid_options: a disabled webhook is sent nothing, not even what is asked for. */
export function assertEnabled({ enabled }: Webhook): void {
  if (enabled) return;
  throw new ServiceError("invalid_options", {
    message: "The webhook is disabled; enable it first.",
    details: { enabled: "is false" },
  });
}
