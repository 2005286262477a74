// What follows when somebody has asked to be let in: the page that they wanted, or the form again.
import type { Context } from "hono";
import type { SignedIn } from "../../domain/accounts/sign-in.ts";
import type { AppEnv } from "../../http/hono.ts";
import type { Faults } from "../forms/form.tsx";
import { explainRefusal } from "./sign-in-errors.ts";
import { setCookies } from "./set-cookies.ts";

/** `form`: the page with its form, and why not. */
export function respondSignIn(
  c: Context<AppEnv>,
  signedIn: SignedIn,
  landing: string,
  form: (faults: Faults) => Parameters<typeof c.html>[0],
): Response | Promise<Response> {
  if (signedIn.refused !== undefined) {
    const { faults, status, headers } = explainRefusal(signedIn);
    return c.html(form(faults), status, headers);
  }
  setCookies(c, signedIn.setCookies);
  return c.redirect(landing, 303);
}
