// Logins that an operator offers, by a link that works once.
import { createId } from "../../lib/ids.ts";
import { randomBase62, sha256Hex } from "../../lib/secrets.ts";
import { findAccountId, insertAccount } from "../../storage/accounts.ts";
import { deleteInvite, findInvite, insertInvite, type Invite } from "../../storage/invites.ts";
import { findUserByEmail } from "../../storage/users.ts";
import type { Context } from "../context.ts";
import { createLogin } from "./create-login.ts";
import type { SignedIn } from "./sign-in.ts";
import { throttle } from "./throttle.ts";

export type { Invite } from "../../storage/invites.ts";

export const INVITE_DAYS = 7;

const TOKEN_LENGTH = 32;

/**
 * Offers a login to an account, which is made, on the free plan, where there is none of that name. Returns the token of
 * the link; undefined when the address has a login already.
 */
export async function invite(
  ctx: Context,
  { account, email }: { account: string; email: string },
): Promise<string | undefined> {
  if ((await findUserByEmail(ctx.db, email)) !== undefined) return undefined;
  const createdAt = ctx.clock();
  const id = createId(createdAt);
  await insertAccount(ctx.db, { id, name: account, plan: "free", createdAt });
  const accountId = (await findAccountId(ctx.db, account)) ?? id;
  const token = randomBase62(TOKEN_LENGTH);
  const expiresAt = new Date(createdAt.getTime() + INVITE_DAYS * 24 * 60 * 60 * 1000);
  const tokenHash = await sha256Hex(token);
  await insertInvite(ctx.db, { tokenHash, accountId, email, expiresAt, createdAt });
  return token;
}

/** Undefined for a token that is unknown, used up or too old. */
export async function readInvite(ctx: Context, token: string): Promise<Invite | undefined> {
  return findInvite(ctx.db, await sha256Hex(token), ctx.clock());
}

/** Makes the login, signs it in, and uses the invite up. */
export async function acceptInvite(
  ctx: Context,
  request: Request,
  token: string,
  { accountId, email }: Invite,
  login: { name: string; password: string },
): Promise<SignedIn> {
  const retryAfterSeconds = await throttle(ctx, request, email);
  if (retryAfterSeconds !== undefined) return { refused: "too_many", retryAfterSeconds };
  // Two acceptances at once: an address has one login, so that one of them is refused.
  const signedUp = await createLogin(ctx, request, { ...login, email, accountId });
  if (signedUp === undefined) return { refused: "email_taken" };
  await deleteInvite(ctx.db, await sha256Hex(token));
  return { setCookies: signedUp.setCookies };
}
