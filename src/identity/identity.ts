// Who is signed in: passwords, sessions and sign-in through GitHub, by better-auth on the service's own tables.
import { APIError } from "better-auth/api";
import { betterAuth } from "better-auth/minimal";
import { authOptions, type AuthSettings } from "./auth-options.ts";
import { createKnownBrowsers } from "./trusted-browsers.ts";

/** A session that has just begun or gone on; its cookies belong into the answer. */
export type Session = { id: string; userId: string; setCookies: string[] };

export type Identity = ReturnType<typeof createIdentity>;

/** Every function takes the request as it came in: for its cookies, its address and its client's. */
export function createIdentity(settings: AuthSettings) {
  const authFor = async (request: Request) => betterAuth(await authOptions(settings, request));
  const browsers = createKnownBrowsers(settings.browserToken);
  return {
    /** Undefined when the request bears no session that is valid. */
    async findSession(request: Request): Promise<Session | undefined> {
      if (request.headers.get("Cookie") === null) return undefined;
      const auth = await authFor(request);
      const { response, headers } = await auth.api.getSession({
        headers: request.headers,
        returnHeaders: true,
      });
      if (response === null) return undefined;
      const { id, userId } = response.session;
      return { id, userId, setCookies: headers.getSetCookie() };
    },

    /** Returns cookies; undefined when address and password do not belong together. */
    async signIn(
      request: Request,
      body: { email: string; password: string },
    ): Promise<string[] | undefined> {
      const auth = await authFor(request);
      return unlessRefused(["INVALID_EMAIL_OR_PASSWORD", "INVALID_EMAIL"], async () => {
        const { headers } = await auth.api.signInEmail({
          body,
          headers: request.headers,
          returnHeaders: true,
        });
        return [...headers.getSetCookie(), await browsers.remember(request, body.email)];
      });
    },

    /** Whether the login with this address has signed in where the request comes from. */
    knowsBrowser: (request: Request, email: string) => browsers.knows(request, email),

    /** Makes a login and signs it in; undefined when there is one with this address. */
    async signUp(
      request: Request,
      body: { name: string; email: string; password: string; accountId: string },
    ): Promise<{ userId: string; setCookies: string[] } | undefined> {
      const auth = await authFor(request);
      return unlessRefused(["USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL"], async () => {
        const { response, headers } = await auth.api.signUpEmail({
          body,
          headers: request.headers,
          returnHeaders: true,
        });
        const known = await browsers.remember(request, body.email);
        return { userId: response.user.id, setCookies: [...headers.getSetCookie(), known] };
      });
    },

    /** Returns cookies that forget the session. */
    async signOut(request: Request): Promise<string[]> {
      const auth = await authFor(request);
      const { headers } = await auth.api.signOut({ headers: request.headers, returnHeaders: true });
      return headers.getSetCookie();
    },

    /** Whether it is the password of whoever is signed in. */
    async verifyPassword(request: Request, password: string): Promise<boolean> {
      const auth = await authFor(request);
      const verified = await unlessRefused(["INVALID_PASSWORD"], () =>
        auth.api.verifyPassword({ body: { password }, headers: request.headers }),
      );
      return verified !== undefined;
    },

    /** Also ends every other session. Returns cookies of a new one; undefined when the current password is wrong. */
    async changePassword(
      request: Request,
      body: { currentPassword: string; newPassword: string },
    ): Promise<string[] | undefined> {
      const auth = await authFor(request);
      return unlessRefused(["INVALID_PASSWORD"], async () => {
        const { headers } = await auth.api.changePassword({
          body: { ...body, revokeOtherSessions: true },
          headers: request.headers,
          returnHeaders: true,
        });
        return headers.getSetCookie();
      });
    },

    hasGitHub: settings.github !== undefined,

    /** The address at GitHub to go to, and the cookie that must come back from there. `next`: where to end up. */
    async startGitHub(
      request: Request,
      next: string,
      failed: string,
    ): Promise<{ url: string; setCookies: string[] }> {
      const auth = await authFor(request);
      const { response, headers } = await auth.api.signInSocial({
        body: { provider: "github", callbackURL: next, errorCallbackURL: failed },
        headers: request.headers,
        returnHeaders: true,
      });
      return { url: response.url ?? failed, setCookies: headers.getSetCookie() };
    },

    /** Takes GitHub's redirect back. Returns where to go on, which is `failed` with an `error` where there is no session. */
    async finishGitHub(
      request: Request,
      failed: string,
    ): Promise<{ url: string; setCookies: string[] }> {
      const options = await authOptions(settings, request);
      const auth = betterAuth({ ...options, onAPIError: { errorURL: failed } });
      const { headers } = await auth.handler(request);
      const url = headers.get("Location") ?? `${failed}?error=unknown`;
      return { url, setCookies: headers.getSetCookie() };
    },
  };
}

/** Undefined for the refusals that are everyday. */
async function unlessRefused<T>(codes: string[], act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    // better-auth says no by throwing.
    if (error instanceof APIError && codes.includes(error.body?.code ?? "")) return undefined;
    throw error;
  }
}
