// How better-auth is set up for one request: its cookies depend on the scheme by which it came.
import type { BetterAuthOptions } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { APIError } from "better-auth/api";
import { createId } from "../lib/ids.ts";
import type { Database } from "../storage/database.ts";
import { credentials, sessions, users, verifications } from "../storage/schema.ts";

export type GitHubApp = { clientId: string; clientSecret: string };

export type AuthSettings = {
  db: Database;
  /** At least 32 characters that sign the cookies. */
  secret: () => Promise<string>;
  github: GitHubApp | undefined;
  /**
   * Makes the account of a login that comes from GitHub for the first time, and returns its id; undefined when nobody
   * may sign up.
   */
  openAccount: (user: { name: string; email: string }) => Promise<string | undefined>;
  /** Hears of every new login. */
  onUserCreated: (user: { id: string }) => Promise<void>;
  log: (facts: Record<string, unknown>) => void;
};

const SESSION_SECONDS = 30 * 24 * 60 * 60;
const REFRESH_SECONDS = 24 * 60 * 60;

/** A password is as long as somebody can type and as scrypt should be asked to read. */
export const PASSWORD_LENGTH = { min: 10, max: 128 };

export async function authOptions(settings: AuthSettings, request: Request) {
  const { db, github, openAccount, onUserCreated, log } = settings;
  const { origin, protocol } = new URL(request.url);
  const secure = protocol === "https:";
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
      additionalFields: { accountId: { type: "string", required: true } },
    },
    session: { modelName: "sessions", expiresIn: SESSION_SECONDS, updateAge: REFRESH_SECONDS },
    account: {
      modelName: "credentials",
      // An address that nobody has proved to own must not give away the login that bears it.
      accountLinking: { enabled: false },
      // Nothing is ever asked of GitHub again.
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
            const { accountId } = user as { accountId?: string }; // the additional field above
            const account = accountId ?? (await openAccount(user));
            if (account === undefined) throw new APIError("FORBIDDEN", { code: "SIGN_UPS_CLOSED" });
            return { data: { ...user, accountId: account } };
          },
          after: onUserCreated,
        },
      },
      account: { create: { before: forgetTokens } },
    },
    advanced: {
      database: { generateId: () => createId(new Date()) },
      ipAddress: { ipAddressHeaders: ["cf-connecting-ip"] },
      // The prefix is added below: better-auth's own is the weaker __Secure-.
      useSecureCookies: false,
      cookiePrefix: secure ? "__Host-edgeshot" : "edgeshot",
      defaultCookieAttributes: { secure, httpOnly: true, sameSite: "lax", path: "/" },
    },
    // Sign-ins are throttled by the service's own limiter.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      level: "error",
      log: (_level, message, ...causes: unknown[]) => log({ identityError: message, causes }),
    },
  } satisfies BetterAuthOptions;
}

/** What GitHub lets its bearer do is not kept: signing in needs the identity alone. */
async function forgetTokens<Credential extends object>(credential: Credential) {
  const none = { accessToken: null, refreshToken: null, idToken: null };
  return { data: { ...credential, ...none } };
}
