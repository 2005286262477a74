// The bindings of the Worker, and its variables, validated with zod.
import * as z from "zod";
import type { BrowserPool } from "./browser/pool-object.ts";
import type { BrowserSession } from "./browser/session-object.ts";
import type { QueuedCapture, RunStep } from "./contract/queued-capture.ts";
import type { DeliveryMessage } from "./contract/delivery-message.ts";
import { parsePrivateTargets } from "./lib/private-targets.ts";
import { REGIONS } from "./lib/regions.ts";
import type { RateLimiter } from "./limiter/limiter-object.ts";

export type Env = {
  /** Accounts, keys, credits and screenshot records. */
  DB: D1Database;
  /** Image files. */
  IMAGES: R2Bucket;
  /** Generated files: the script of the API reference and the filter lists of the block_* options. */
  ASSETS: Fetcher;
  /** Browser Run: the browsers that render pages. */
  BROWSER: Fetcher;
  /** Captures of batches and monitors: one message per capture, and one for each later step of a monitor's run. */
  CAPTURES: Queue<QueuedCapture | RunStep>;
  /** Dead letter queue of CAPTURES. */
  DEAD_CAPTURES: Queue<QueuedCapture>;
  /** Webhook deliveries. */
  DELIVERIES: Queue<DeliveryMessage>;
  /** Rate limits: one object for each account, and one for each client network. */
  RATE_LIMITER: DurableObjectNamespace<RateLimiter>;
  /** The single object that assigns browsers to captures. */
  BROWSER_POOL: DurableObjectNamespace<BrowserPool>;
  /** One object per browser, with its connection and its prepared tabs. */
  BROWSER_SESSION: DurableObjectNamespace<BrowserSession>;
  /** Optional. Receives a point for each capture: docs/operations.md "Monitoring". */
  ANALYTICS?: AnalyticsEngineDataset;
  /** Secret of at least 32 random characters that encrypts stored secrets. The scripts create it. */
  SECRET_KEY?: string;
  /** The control endpoint of the local browser's proxy. The scripts set it; a deployed service has none. */
  LOCAL_PROXY?: string;
  /** Secret bearer token for /metrics. Without it, /metrics is disabled. */
  METRICS_TOKEN?: string;
  /** Secrets that enable sign-in with GitHub if both are set. */
  GITHUB_CLIENT_ID?: string;
  GITHUB_CLIENT_SECRET?: string;
} & Record<Exclude<keyof z.input<typeof variables>, Secret>, string>;

type Secret =
  | "LOCAL_PROXY"
  | "SECRET_KEY"
  | "METRICS_TOKEN"
  | "GITHUB_CLIENT_ID"
  | "GITHUB_CLIENT_SECRET";

/** Returns a number such as "10,000". Every new isolate calls this, and Intl takes 10 ms for its first number. */
const groupDigits = (number: number) => String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");

/** Accepts a number, or the decimal digits of one. Number() would also accept true, "" and "0x10". */
const decimal = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d+(?:\.\d+)?$/)
    .transform(Number),
]);

const count = (min: number, max: number) =>
  decimal
    .pipe(z.int().min(min).max(max))
    .describe(`a whole number from ${min} to ${groupDigits(max)}`);

const secret = (minLength: number) =>
  z.string().min(minLength).optional().describe(`at least ${minLength} characters`);

/** The description of a variable completes "expected …" in its error. */
const variables = z.object({
  HOST: z
    .string()
    .regex(/^(?:[\w-]+(?:\.[\w-]+)*|[\da-f.]*:[\da-f:.]+)?$/i)
    .transform((host) => host.toLowerCase())
    .describe("a host name or an IP address, without scheme, port and brackets, or nothing"),
  CDN_URL: z
    .union([z.literal(""), z.url({ protocol: /^https?$/ })])
    .transform((url) => url.replace(/\/+$/, ""))
    .describe("an http or https URL, or nothing"),
  PRIVATE_TARGETS: z
    .string()
    .transform((list, context) => {
      try {
        return parsePrivateTargets(list);
      } catch {
        context.addIssue({ code: "custom" });
        return z.NEVER;
      }
    })
    .describe("host, host:port or host:*, separated by commas"),
  RETENTION_DAYS: count(0, 36_500),
  RECORD_RETENTION_DAYS: count(0, 36_500),
  // Cloudflare raises the limits of an account on request, so these maxima only prevent mistakes.
  BROWSER_SESSIONS: count(1, 10_000),
  CAPTURES_PER_SESSION: count(1, 16),
  BROWSER_STARTS_PER_SECOND: decimal
    .pipe(z.number().min(0.01).max(1_000))
    .describe("a number from 0.01 to 1,000"),
  ACCOUNT_SLOTS: count(0, 100_000),
  WARM_BROWSERS: count(0, 10_000).describe("a whole number from 0 to BROWSER_SESSIONS"),
  LOCAL_PROXY: z
    .url({ protocol: /^http$/ })
    .optional()
    .describe("an http URL"),
  SECRET_KEY: secret(32),
  METRICS_TOKEN: secret(16),
  REGION: z
    .enum(["", ...REGIONS])
    .transform((region) => (region === "" ? undefined : region))
    .describe(`one of ${REGIONS.join(", ")}, or nothing`),
  CLOUDFLARE_PLAN: z.enum(["paid", "free"]).describe('"paid" or "free"'),
  SIGNUPS: z.enum(["open", "closed"]).describe('"open" or "closed"'),
  GITHUB_CLIENT_ID: secret(1),
  GITHUB_CLIENT_SECRET: secret(1),
});

/** The maximum size of a D1 database in bytes (developers.cloudflare.com/d1/platform/limits). */
const DATABASE_LIMITS = { paid: 10e9, free: 500e6 };

type Variable = keyof typeof variables.shape;

/**
 * The value that replaces an invalid variable, so that requests still succeed: the default, or the most restrictive value.
 */
const FALLBACKS: z.input<typeof variables> = {
  HOST: "",
  CDN_URL: "",
  PRIVATE_TARGETS: "",
  RETENTION_DAYS: "0",
  RECORD_RETENTION_DAYS: "0",
  BROWSER_SESSIONS: "1",
  CAPTURES_PER_SESSION: "1",
  BROWSER_STARTS_PER_SECOND: "1",
  ACCOUNT_SLOTS: "0",
  WARM_BROWSERS: "0",
  REGION: "",
  CLOUDFLARE_PLAN: "paid",
  SIGNUPS: "closed",
};

/** Returns a sentence for each invalid variable, with its name and the expected values, but without its value. */
export function findInvalidSettings(env: object): string[] {
  return invalidNames(env).map((name) => {
    const { description = "another value" } = variables.shape[name];
    return `${name} is invalid: expected ${description}.`;
  });
}

function invalidNames(env: object): Variable[] {
  const { error } = variables.safeParse(env);
  const invalid = new Set(error?.issues.map(({ path: [name] }) => name));
  const { WARM_BROWSERS: warm, BROWSER_SESSIONS: max } = env as Record<string, unknown>;
  if (Number(warm) > Number(max)) invalid.add("WARM_BROWSERS");
  return variables.keyof().options.filter((name) => invalid.has(name));
}

/** The settings of each environment. An isolate passes the same environment to all its requests. */
const configs = new WeakMap<Env, Config>();

type Config = ReturnType<typeof readConfig>;

/** Returns the settings of the operator. Invalid variables have a fallback; /ready names them. */
export function parseConfig(env: Env): Config {
  const config = configs.get(env) ?? readConfig(env);
  configs.set(env, config);
  return config;
}

function readConfig(env: Env) {
  const replaced = invalidNames(env).map((name) => [name, FALLBACKS[name]]);
  const values = variables.parse({ ...env, ...Object.fromEntries(replaced) });
  return {
    invalidSettings: replaced.length === 0 ? [] : findInvalidSettings(env),
    localHost: values.HOST,
    cdnUrl: values.CDN_URL,
    network: { privateTargets: values.PRIVATE_TARGETS, localProxy: values.LOCAL_PROXY },
    retentionDays: values.RETENTION_DAYS,
    recordRetentionDays: values.RECORD_RETENTION_DAYS,
    browserSessions: values.BROWSER_SESSIONS,
    capturesPerSession: values.CAPTURES_PER_SESSION,
    accountSlots: values.ACCOUNT_SLOTS,
    warmBrowsers: values.WARM_BROWSERS,
    browserStartsPerSecond: values.BROWSER_STARTS_PER_SECOND,
    region: values.REGION,
    databaseLimitBytes: DATABASE_LIMITS[values.CLOUDFLARE_PLAN],
    secretKey: values.SECRET_KEY,
    metricsToken: values.METRICS_TOKEN,
    signUpsOpen: values.SIGNUPS === "open",
    github: gitHubApp(values.GITHUB_CLIENT_ID, values.GITHUB_CLIENT_SECRET),
  };
}

function gitHubApp(clientId: string | undefined, clientSecret: string | undefined) {
  if (clientId === undefined || clientSecret === undefined) return undefined;
  return { clientId, clientSecret };
}
