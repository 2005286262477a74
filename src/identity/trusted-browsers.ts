// Browsers in which somebody has signed in before, told from others by a cookie that outlives the session.
import { parseCookies } from "better-auth/cookies";
import { isSameSecret } from "../lib/same-secret.ts";
import { cookiePrefix } from "./auth-options.ts";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** `tokenFor`: what nobody can know who has not signed in with the address. */
export function createKnownBrowsers(tokenFor: (email: string) => Promise<string>) {
  const nameFor = (request: Request) => `${cookiePrefix(request)}.known`;
  return {
    /** Returns the cookie. */
    async remember(request: Request, email: string): Promise<string> {
      const name = nameFor(request);
      const secure = name.startsWith("__Host-") ? "; Secure" : "";
      const token = await tokenFor(email.toLowerCase());
      return `${name}=${token}; Max-Age=${YEAR_SECONDS}; Path=/; HttpOnly; SameSite=Lax${secure}`;
    },

    /** Whether somebody has signed in with this address from where the request comes. */
    async knows(request: Request, email: string): Promise<boolean> {
      const cookies = parseCookies(request.headers.get("Cookie") ?? "");
      const token = cookies.get(nameFor(request));
      return token !== undefined && isSameSecret(token, await tokenFor(email.toLowerCase()));
    },
  };
}
