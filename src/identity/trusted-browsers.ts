// Recognizes browsers in which a login has signed in before, by a cookie that outlives the session.
import { parseCookies } from "better-auth/cookies";
import { isSameSecret } from "../lib/same-secret.ts";
import { cookiePrefix } from "./auth-options.ts";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * `tokenFor`: returns the secret token of an email address. Only browsers that have signed in with this address receive the
 * token.
 */
export function createTrustedBrowsers(tokenFor: (email: string) => Promise<string>) {
  const nameFor = (request: Request) => `${cookiePrefix(request)}.known`;
  return {
    /** Returns the cookie that marks the browser as trusted for one year. */
    async trust(request: Request, email: string): Promise<string> {
      const name = nameFor(request);
      const secure = name.startsWith("__Host-") ? "; Secure" : "";
      const token = await tokenFor(email.toLowerCase());
      return `${name}=${token}; Max-Age=${YEAR_SECONDS}; Path=/; HttpOnly; SameSite=Lax${secure}`;
    },

    /** Returns whether the browser of the request has signed in with this email address. */
    async isTrusted(request: Request, email: string): Promise<boolean> {
      const cookies = parseCookies(request.headers.get("Cookie") ?? "");
      const token = cookies.get(nameFor(request));
      return token !== undefined && isSameSecret(token, await tokenFor(email.toLowerCase()));
    },
  };
}
