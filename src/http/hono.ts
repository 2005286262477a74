// What every handler of the app may rely on in its Hono context.
import { createFactory } from "hono/factory";
import type { Viewer } from "../domain/accounts/viewer.ts";
import type { KeyHolder } from "../domain/api-keys/authenticate.ts";
import type { Link, LinkError } from "../contract/signed-link.ts";
import type { Context } from "../domain/context.ts";
import type { RequestKey } from "../domain/idempotency/request-key.ts";
import type { Env } from "../env.ts";
import type { EventLog } from "../lib/log.ts";

/** Why it is not known who sends a request. */
export type IdentityError = "missing_api_key" | "invalid_api_key" | "link_expired" | LinkError;

export type AppEnv = {
  Bindings: Env;
  Variables: {
    requestId: string;
    log: EventLog;
    ctx: Context;
    /** Who sent the request, or why that is not known; set on every route that counts in a rate window. */
    identity: KeyHolder | IdentityError;
    /** Set behind identify where a signed link is asked for. */
    link: Link | undefined;
    /** Set behind keyRequired alone. */
    caller: KeyHolder;
    /** Set behind idempotency, where the request has such a key. */
    requestKey: RequestKey | undefined;
    /** Who is signed in; set on the pages of the dashboard that need it. */
    viewer: Viewer;
  };
};

export const factory = createFactory<AppEnv>();
