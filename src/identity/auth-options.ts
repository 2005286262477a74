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
  /** Tells the browsers of a login's owner from others. */
  browserToken: (email: string) => Promise<string>;
  github: GitHubApp | undefined;
  /**
   * Makes the account of a login that comes from GitHub for the first time, and returns its id; undefined when nobody
   * may sign up.
   */
  openAccount: (user: { name: string; email: string }) => Promise<string | undefined>;
  /** Hears of every new login. */
  onUserCreated: (user: { id: string }) => Promise<void>;
  /** Judges a login that comes from GitHub once more; false when it has been deleted, because another came first. */
  keepNewcomer: (user: { id: string; accountId: string }) => Promise<boolean>;
  log: (facts: Record<string, unknown>) => void;
};

const SESSION_SECONDS = 30 * 24 * 60 * 60;
const REFRESH_SECONDS = 24 * 60 * 60;

const SIGN_UPS_CLOSED = { code: "SIGN_UPS_CLOSED" };

/** A password is as long as somebody can type and as scrypt should be asked to read. */
export const PASSWORD_LENGTH = { min: 10, max: 128 };

export async function authOptions(settings: AuthSettings, request: Request) {
  const { db, github, openAccount, onUserCreated, keepNewcomer, log } = settings;
  const { origin } = new URL(request.url);
  /** The account of a login that comes from GitHub for the first time in this request. */
  let newcomersAccount: string | undefined;
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
      // Required by the table. Required here, it would be asked of GitHub, too, ahead of the hook below.
      additionalFields: { accountId: { type: "string", required: false } },
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
            const { accountId } = user as { accountId?: string | null }; // the additional field above
            if (accountId) return { data: user };
            // GitHub's word is all that says whose an address is.
            if (!user.emailVerified)
              throw new APIError("FORBIDDEN", { code: "EMAIL_NOT_VERIFIED" });
            newcomersAccount = await openAccount(user);
            if (newcomersAccount === undefined) throw new APIError("FORBIDDEN", SIGN_UPS_CLOSED);
            return { data: { ...user, accountId: newcomersAccount } };
          },
          async after({ id }) {
            await onUserCreated({ id });
            const accountId = newcomersAccount;
            if (accountId !== undefined && !(await keepNewcomer({ id, accountId })))
              throw new APIError("FORBIDDEN", SIGN_UPS_CLOSED);
          },
        },
      },
      account: { create: { before: forgetTokens } },
    },
    advanced: {
      database: { generateId: () => createId(new Date()) },
      ipAddress: { ipAddressHeaders: ["cf-connecting-ip"] },
      // The prefix is added below: better-auth's own is the weaker __Secure-.
      useSecureCookies: false,
      cookiePrefix: cookiePrefix(request),
      defaultCookieAttributes: {
        secure: isSecure(request),
        httpOnly: true,
        sameSite: "lax",
        path: "/",
      },
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

/** Over plain HTTP, which is local, browsers other than Chrome would refuse the prefix. */
export function cookiePrefix(request: Request): string {
  return isSecure(request) ? "__Host-edgeshot" : "edgeshot";
}

function isSecure(request: Request): boolean {
  return new URL(request.url).protocol === "https:";
}

/** What GitHub lets its bearer do is not kept: signing in needs the identity alone. */
async function forgetTokens<Credential extends object>(credential: Credential) {
  const none = { accessToken: null, refreshToken: null, idToken: null };
  return { data: { ...credential, ...none } };
}
