// The better-auth options of one request. The cookies depend on the scheme of the request URL.
import type { BetterAuthOptions } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { APIError } from "better-auth/api";
import { createId } from "../lib/ids.ts";
import type { Database } from "../storage/database.ts";
import { credentials, sessions, users, verifications } from "../storage/schema.ts";

export type GitHubApp = { clientId: string; clientSecret: string };

export type AuthSettings = {
  db: Database;
  /** Signs the cookies. At least 32 characters. */
  secret: () => Promise<string>;
  /** Returns the token that identifies trusted browsers of a login. */
  browserToken: (email: string) => Promise<string>;
  github: GitHubApp | undefined;
  /** Creates the account of a new GitHub login and returns its ID. Returns undefined when sign-ups are closed. */
  openAccount: (user: { name: string; email: string }) => Promise<string | undefined>;
  /** Called for every new login. */
  onUserCreated: (user: { id: string }) => Promise<void>;
  /**
   * Deletes a new GitHub login and returns false when sign-ups are closed and another user signed up first at the same
   * moment.
   */
  confirmNewUser: (user: { id: string; accountId: string }) => Promise<boolean>;
  log: (facts: Record<string, unknown>) => void;
};

const SESSION_SECONDS = 30 * 24 * 60 * 60;
const REFRESH_SECONDS = 24 * 60 * 60;

const SIGN_UPS_CLOSED = { code: "SIGN_UPS_CLOSED" };

/** The length of a password in characters. The maximum limits the work of scrypt. */
export const PASSWORD_LENGTH = { min: 10, max: 128 };

export async function authOptions(settings: AuthSettings, request: Request) {
  const { db, github, openAccount, onUserCreated, confirmNewUser, log } = settings;
  const { origin } = new URL(request.url);
  /** The account that this request created for a new GitHub login. */
  let newAccountId: string | undefined;
  return {
    baseURL: origin,
    basePath: "/auth",
    secret: await settings.secret(),
    database: drizzleAdapter(db, {
      provider: "sqlite",
      schema: { users, sessions, credentials, verifications },
    }),
    user: {
      modelName: "users",
      // The table requires an account, which GitHub does not provide. The hook below sets it.
      additionalFields: { accountId: { type: "string", required: false } },
    },
    session: { modelName: "sessions", expiresIn: SESSION_SECONDS, updateAge: REFRESH_SECONDS },
    account: {
      modelName: "credentials",
      // Emails of logins are not verified, so an email match must not link a GitHub account to a login.
      accountLinking: { enabled: false },
      // The service does not call GitHub after sign-in.
      updateAccountOnSignIn: false,
    },
    verification: { modelName: "verifications" },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
    },
    ...(github === undefined ? {} : { socialProviders: { github } }),
    databaseHooks: {
      user: {
        create: {
          async before(user) {
            const { accountId } = user as { accountId?: string | null }; // the additional field above
            if (accountId) return { data: user };
            // Only GitHub can confirm that the user owns the email address.
            if (!user.emailVerified)
              throw new APIError("FORBIDDEN", { code: "EMAIL_NOT_VERIFIED" });
            newAccountId = await openAccount(user);
            if (newAccountId === undefined) throw new APIError("FORBIDDEN", SIGN_UPS_CLOSED);
            return { data: { ...user, accountId: newAccountId } };
          },
          async after({ id }) {
            await onUserCreated({ id });
            const accountId = newAccountId;
            if (accountId !== undefined && !(await confirmNewUser({ id, accountId })))
              throw new APIError("FORBIDDEN", SIGN_UPS_CLOSED);
          },
        },
      },
      account: { create: { before: removeTokens } },
    },
    advanced: {
      database: { generateId: () => createId(new Date()) },
      ipAddress: { ipAddressHeaders: ["cf-connecting-ip"] },
      // better-auth would add the weaker prefix __Secure-. `cookiePrefix` adds __Host- instead.
      useSecureCookies: false,
      cookiePrefix: cookiePrefix(request),
      defaultCookieAttributes: {
        secure: isSecure(request),
        httpOnly: true,
        sameSite: "lax",
        path: "/",
      },
    },
    // The rate limiter of the service throttles sign-ins.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      level: "error",
      log: (_level, message, ...causes: unknown[]) => log({ identityError: message, causes }),
    },
  } satisfies BetterAuthOptions;
}

/** Local development uses HTTP, for which browsers other than Chrome reject the prefix __Host-. */
export function cookiePrefix(request: Request): string {
  return isSecure(request) ? "__Host-edgeshot" : "edgeshot";
}

function isSecure(request: Request): boolean {
  return new URL(request.url).protocol === "https:";
}

/** Removes the access tokens of GitHub before they are stored. Sign-in only needs the identity. */
async function removeTokens<Credential extends object>(credential: Credential) {
  const none = { accessToken: null, refreshToken: null, idToken: null };
  return { data: { ...credential, ...none } };
}
