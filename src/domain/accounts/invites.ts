// Invites: links with which an operator offers a login. Each link works once.
import { createId } from "../../lib/ids.ts";
import { sha256Hex } from "../../lib/secrets.ts";
import { insertAccount } from "../../storage/accounts.ts";
import { deleteInvite, findInvite, insertInvite, type Invite } from "../../storage/invites.ts";
import { findUserByEmail } from "../../storage/users.ts";
import type { Context } from "../context.ts";
import type { Once } from "../once.ts";
import { createLogin } from "./create-login.ts";
import { createInviteToken } from "./invite-token.ts";
import type { SignedIn } from "./sign-in.ts";
import { throttle } from "./throttle.ts";

export type { Invite } from "../../storage/invites.ts";

/**
 * Invites an email address to the account of this name, and creates that account on the free plan if necessary. Returns the
 * token of the link, or undefined if the address has a login. A second call with the same `once` returns the same token.
 */
export async function invite(
  ctx: Context,
  { account, email, once }: { account: string; email: string; once?: Once | undefined },
): Promise<string | undefined> {
  if ((await findUserByEmail(ctx.db, email)) !== undefined) return undefined;
  const createdAt = ctx.clock();
  const id = createId(createdAt);
  await insertAccount(ctx.db, { id, name: account, plan: "free", createdAt });
  const { token, ...stored } = await createInviteToken(createdAt, once);
  const inserted = await insertInvite(ctx.db, { ...stored, accountName: account, email });
  if (inserted) return token;
  const first = await findInvite(ctx.db, stored.tokenHash, createdAt);
  return first === undefined ? undefined : token;
}

/** Returns undefined if the token is unknown, used or expired. */
export async function readInvite(ctx: Context, token: string): Promise<Invite | undefined> {
  return findInvite(ctx.db, await sha256Hex(token), ctx.clock());
}

/** Creates the login, signs it in, and deletes the invite. */
export async function acceptInvite(
  ctx: Context,
  request: Request,
  token: string,
  { accountId, email }: Invite,
  login: { name: string; password: string },
): Promise<SignedIn> {
  const retryAfterSeconds = await throttle(ctx, request, email);
  if (retryAfterSeconds !== undefined) return { refused: "too_many_attempts", retryAfterSeconds };
  // Email addresses are unique, so only one of two concurrent calls creates a login.
  const signedUp = await createLogin(ctx, request, { ...login, email, accountId });
  if (signedUp === undefined) return { refused: "email_taken" };
  await deleteInvite(ctx.db, await sha256Hex(token));
  return { setCookies: signedUp.setCookies };
}
