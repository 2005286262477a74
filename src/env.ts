// The bindings of the Worker, and its variables, validated with zod.
import { z } from "zod";
import type { BrowserPool } from "./browser/pool-object.ts";
import type { BrowserSession } from "./browser/session-object.ts";
import type { QueuedCapture, RunStep } from "./contract/queued-capture.ts";
import type { DeliveryMessage } from "./contract/delivery-message.ts";
import { parsePrivateTargets } from "./lib/private-targets.ts";
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
  /** Sliding windows: one object per API key, or per client network without a valid key. */
  RATE_LIMITER: DurableObjectNamespace<RateLimiter>;
  /** One object that assigns browsers to captures. */
  BROWSER_POOL: DurableObjectNamespace<BrowserPool>;
  /** One object per browser with its connection and its warm tabs. */
  BROWSER_SESSION: DurableObjectNamespace<BrowserSession>;
  /** Optional. Receives a point for each capture: docs/operations.md "Monitoring". */
  ANALYTICS?: AnalyticsEngineDataset;
  /** Secret of at least 32 random characters that encrypts stored secrets. The scripts create it. */
  SECRET_KEY?: string;
  /** Secret bearer token for /metrics. Without it, /metrics is disabled. */
  METRICS_TOKEN?: string;
  /** Secrets that enable sign-in with GitHub if both are set. */
  GITHUB_CLIENT_ID?: string;
  GITHUB_CLIENT_SECRET?: string;
} & Record<Exclude<keyof z.input<typeof variables>, Secret>, string>;

type Secret = "SECRET_KEY" | "METRICS_TOKEN" | "GITHUB_CLIENT_ID" | "GITHUB_CLIENT_SECRET";

const count = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

const variables = z.object({
  HOST: z.string().transform((host) => host.toLowerCase()),
  CDN_URL: z
    .union([z.literal(""), z.url({ protocol: /^https?$/ })])
    .transform((url) => url.replace(/\/+$/, "")),
  PRIVATE_TARGETS: z.string().transform(parsePrivateTargets),
  OUTBOUND_GUARD: z.enum(["strict", "platform"]),
  RETENTION_DAYS: count(0, 36_500),
  BROWSER_SESSIONS: count(1, 200),
  CAPTURES_PER_SESSION: count(1, 4),
  BROWSER_STARTS_PER_SECOND: count(1, 30),
  ACCOUNT_SLOTS: count(0, 1_000),
  SECRET_KEY: z.string().min(32).optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  SIGNUPS: z.enum(["open", "closed"]),
  GITHUB_CLIENT_ID: z.string().min(1).optional(),
  GITHUB_CLIENT_SECRET: z.string().min(1).optional(),
});

/** Returns the settings of the operator. Throws a ZodError that names each invalid variable. */
export function parseConfig(env: Env) {
  const values = variables.parse(env);
  return {
    localHost: values.HOST,
    cdnUrl: values.CDN_URL,
    guard: { privateTargets: values.PRIVATE_TARGETS, level: values.OUTBOUND_GUARD },
    retentionDays: values.RETENTION_DAYS,
    browserSessions: values.BROWSER_SESSIONS,
    capturesPerSession: values.CAPTURES_PER_SESSION,
    accountSlots: values.ACCOUNT_SLOTS,
    browserStartsPerSecond: values.BROWSER_STARTS_PER_SECOND,
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
