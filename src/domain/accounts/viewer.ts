// Finds the signed-in user of a dashboard request.
import { resolveLimits } from "../../contract/plans.ts";
import { findUserWithAccount } from "../../storage/users.ts";
import type { Caller } from "../api-keys/authenticate.ts";
import type { Context } from "../context.ts";

/** A user and the account of the user. `caller` has the same shape as the caller of an API request. */
export type Viewer = {
  userId: string;
  sessionId: string;
  name: string;
  email: string;
  /** May see and change every account. */
  isOperator: boolean;
  accountName: string;
  caller: Caller;
};

/** Returns undefined without a valid session. Add `setCookies`, which extend the session, to the response. */
export async function findViewer(
  ctx: Context,
  request: Request,
): Promise<{ viewer: Viewer; setCookies: string[] } | undefined> {
  const session = await ctx.identity.findSession(request);
  if (session === undefined) return undefined;
  const user = await findUserWithAccount(ctx.db, session.userId);
  if (user === undefined) return undefined;
  const { accountId, plan, subscriptionStatus, storageUsedBytes, overrides, ...login } = user;
  const limits = resolveLimits(plan, overrides);
  const caller = { accountId, plan, subscriptionStatus, storageUsedBytes, limits };
  return {
    viewer: { ...login, sessionId: session.id, caller },
    setCookies: session.setCookies,
  };
}
