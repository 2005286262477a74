// Exports the types of webhooks and deliveries to `http` and `dashboard`, which must not import from `storage`.
import type { Caller } from "../api-keys/authenticate.ts";

export type { Delivery } from "../../storage/deliveries.ts";
export type { Webhook } from "../../storage/webhooks.ts";

/** The account that owns a webhook: the account of an API key or of a signed-in user. */
export type Owner = Pick<Caller, "accountId">;
