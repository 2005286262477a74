// Authenticates dashboard users with better-auth: passwords, sessions and sign-in with GitHub.
import type { AuthSettings } from "./auth-options.ts";

/** A valid session. Add `setCookies` to the response. */
export type Session = { id: string; userId: string; setCookies: string[] };

export type Identity = ReturnType<typeof createIdentity>;

/** Every function takes the original request and reads its cookies, its URL and the IP address of the client. */
export function createIdentity(settings: AuthSettings) {
  const authFor = async (request: Request, onAPIError?: { errorURL: string }) => {
    const { authOptions, betterAuth } = await loadBetterAuth();
    const options = await authOptions(settings, request);
    return betterAuth({ ...options, ...(onAPIError && { onAPIError }) });
  };
  const trustedBrowsers = async () =>
    (await loadBetterAuth()).createTrustedBrowsers(settings.browserToken);
  return {
    /** Returns undefined when the request has no valid session. */
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

    /** Returns the cookies of a new session, or undefined when the email or password is wrong. */
    async signIn(
      request: Request,
      body: { email: string; password: string },
    ): Promise<string[] | undefined> {
      const auth = await authFor(request);
      return catchErrorCodes(["INVALID_EMAIL_OR_PASSWORD", "INVALID_EMAIL"], async () => {
        const { headers } = await auth.api.signInEmail({
          body,
          headers: request.headers,
          returnHeaders: true,
        });
        const browsers = await trustedBrowsers();
        return [...headers.getSetCookie(), await browsers.trust(request, body.email)];
      });
    },

    /** Returns whether the browser of the request has signed in with this email address before. */
    isTrustedBrowser: async (request: Request, email: string) =>
      (await trustedBrowsers()).isTrusted(request, email),

    /** Creates a login and a session. Returns undefined when the email address is already in use. */
    async signUp(
      request: Request,
      body: { name: string; email: string; password: string; accountId: string },
    ): Promise<{ userId: string; setCookies: string[] } | undefined> {
      const auth = await authFor(request);
      return catchErrorCodes(["USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL"], async () => {
        const { response, headers } = await auth.api.signUpEmail({
          body,
          headers: request.headers,
          returnHeaders: true,
        });
        const trusted = await (await trustedBrowsers()).trust(request, body.email);
        return { userId: response.user.id, setCookies: [...headers.getSetCookie(), trusted] };
      });
    },

    /** Ends the session and returns cookies that delete its cookies. */
    async signOut(request: Request): Promise<string[]> {
      const auth = await authFor(request);
      const { headers } = await auth.api.signOut({ headers: request.headers, returnHeaders: true });
      return headers.getSetCookie();
    },

    /** Returns whether `password` is the password of the signed-in user. */
    async verifyPassword(request: Request, password: string): Promise<boolean> {
      const auth = await authFor(request);
      const verified = await catchErrorCodes(["INVALID_PASSWORD"], () =>
        auth.api.verifyPassword({ body: { password }, headers: request.headers }),
      );
      return verified !== undefined;
    },

    /** Ends all other sessions. Returns the cookies of a new session, or undefined when the current password is wrong. */
    async changePassword(
      request: Request,
      body: { currentPassword: string; newPassword: string },
    ): Promise<string[] | undefined> {
      const auth = await authFor(request);
      return catchErrorCodes(["INVALID_PASSWORD"], async () => {
        const { headers } = await auth.api.changePassword({
          body: { ...body, revokeOtherSessions: true },
          headers: request.headers,
          returnHeaders: true,
        });
        return headers.getSetCookie();
      });
    },

    hasGitHub: settings.github !== undefined,

    /** Returns the GitHub URL to redirect to. `next` and `failed`: the paths to open after success and failure. */
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

    /** Handles the callback of GitHub. Returns the URL to redirect to: `next`, or `failed` with an `error` parameter. */
    async finishGitHub(
      request: Request,
      failed: string,
    ): Promise<{ url: string; setCookies: string[] }> {
      const auth = await authFor(request, { errorURL: failed });
      const { headers } = await auth.handler(request);
      const url = headers.get("Location") ?? `${failed}?error=unknown`;
      return { url, setCookies: headers.getSetCookie() };
    },
  };
}

function loadBetterAuth() {
  return import("./better-auth.ts");
}

/** Returns undefined when better-auth throws one of the expected error codes. */
async function catchErrorCodes<T>(codes: string[], call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    const { APIError } = await loadBetterAuth();
    if (error instanceof APIError && codes.includes(error.body?.code ?? "")) return undefined;
    throw error;
  }
}
