// Who looks at the dashboard.
import { resolveLimits } from "../../contract/plans.ts";
import { findUserWithAccount } from "../../storage/users.ts";
import type { Caller } from "../api-keys/authenticate.ts";
import type { Context } from "../context.ts";

/** A login, and the account it works for. `caller` is what verbs are given, as if a key of the account had called. */
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

/** Undefined for a request without a session that is valid. The cookies, of a session that goes on, belong into the answer. */
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
