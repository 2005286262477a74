// Responds to a sign-in attempt: redirects on success, shows the form with an error otherwise.
import type { Context } from "hono";
import type { SignedIn } from "../../domain/accounts/sign-in.ts";
import type { AppEnv } from "../../http/hono.ts";
import type { FieldErrors } from "../forms/form.tsx";
import { describeSignInError } from "./sign-in-errors.ts";
import { setCookies } from "./set-cookies.ts";

/** `form`: renders the page with the form and its errors. */
export function respondSignIn(
  c: Context<AppEnv>,
  signedIn: SignedIn,
  returnTo: string,
  form: (errors: FieldErrors) => Parameters<typeof c.html>[0],
): Response | Promise<Response> {
  if (signedIn.refused !== undefined) {
    const { errors, status, headers } = describeSignInError(signedIn);
    return c.html(form(errors), status, headers);
  }
  setCookies(c, signedIn.setCookies);
  return c.redirect(returnTo, 303);
}
