// Creates a login and an account for it.
import { deleteAccount } from "../../storage/accounts.ts";
import type { Context } from "../context.ts";
import { createLogin } from "./create-login.ts";
import { maySignUp } from "./first-login.ts";
import { confirmSignUp, openAccount } from "./open-account.ts";
import type { SignedIn } from "./sign-in.ts";
import { throttle } from "./throttle.ts";

export async function signUp(
  ctx: Context,
  request: Request,
  login: { name: string; email: string; password: string },
): Promise<SignedIn> {
  const retryAfterSeconds = await throttle(ctx, request, login.email);
  if (retryAfterSeconds !== undefined) return { refused: "too_many_attempts", retryAfterSeconds };
  if (!(await maySignUp(ctx))) return { refused: "sign_ups_closed" };

  const accountId = await openAccount(ctx, login.email.toLowerCase());
  const signedUp = await signUpFor(ctx, request, { ...login, accountId });
  if (signedUp === undefined) return { refused: "email_taken" };
  if (!(await confirmSignUp(ctx, { id: signedUp.userId, accountId })))
    return { refused: "sign_ups_closed" };
  return { setCookies: signedUp.setCookies };
}

/** Creates the login. Deletes the account if the login cannot be created. */
async function signUpFor(
  ctx: Context,
  request: Request,
  login: { name: string; email: string; password: string; accountId: string },
) {
  let signedUp;
  try {
    signedUp = await createLogin(ctx, request, login);
  } finally {
    if (signedUp === undefined) await deleteAccount(ctx.db, login.accountId);
  }
  return signedUp;
}
