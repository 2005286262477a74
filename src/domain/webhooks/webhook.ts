// Webhooks and deliveries, for the edges: they know the domain, not where it keeps things.
import type { Caller } from "../api-keys/authenticate.ts";

export type { Delivery } from "../../storage/deliveries.ts";
export type { Webhook } from "../../storage/webhooks.ts";

/** Whose webhooks: an API key's account, or whoever is signed in. */
export type Owner = Pick<Caller, "accountId">;
