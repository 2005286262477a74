// The types of the Hono context of all handlers.
import { createFactory } from "hono/factory";
import type { Viewer } from "../domain/accounts/viewer.ts";
import type { KeyHolder, RecordWithKey } from "../domain/api-keys/authenticate.ts";
import type { KeyCount } from "../domain/api-keys/count-request.ts";
import type { Link, LinkError } from "../contract/signed-link.ts";
import type { Context } from "../domain/context.ts";
import type { RequestKey } from "../domain/idempotency/request-key.ts";
import type { Env } from "../env.ts";
import type { EventLog } from "../lib/log.ts";

/** Reason why a request has no identity. */
export type IdentityError = "missing_api_key" | "invalid_api_key" | "link_expired" | LinkError;

export type AppEnv = {
  Bindings: Env;
  Variables: {
    requestId: string;
    log: EventLog;
    /** Set for a refused request that another line of the log counts. */
    isUnlogged: boolean | undefined;
    ctx: Context;
    /** The hash of the API key. Set at its first use in requests with a key, which may be invalid. */
    keyHash: string | undefined;
    /** The key holder, or the reason why it is unknown. Set on every route with a rate limit. */
    identity: KeyHolder | IdentityError;
    /** The count of the request in the windows of its key. Set by `identify` for requests with a valid key. */
    counted: Promise<KeyCount> | undefined;
    /** Whether `counted` started only after the key was looked up. Set with `counted`. */
    isCountedLate: boolean | undefined;
    /** The record of the path, which `identify` has read with the key. Its account may be another one. */
    record: RecordWithKey | undefined;
    /** Set by `identify` for signed links. */
    link: Link | undefined;
    /** Set by `keyRequired`. */
    caller: KeyHolder;
    /** Set by `idempotency` if the request has an Idempotency-Key. */
    requestKey: RequestKey | undefined;
    /** The signed-in user. Set on dashboard pages that require a session. */
    viewer: Viewer;
  };
};

export const factory = createFactory<AppEnv>();
