// Connects the domain to storage, browser and limiter. Only this file imports all capabilities.
import { readBrowserLimit } from "./browser/browser-run.ts";
import { createRender, closeOrphanedBrowsers, poolOf } from "./browser/renderer.ts";
import { compareImages } from "./compare/compare-images.ts";
import { cropPng } from "./compare/crop-png.ts";
import { drawDiff } from "./compare/diff-image.ts";
import { isUnreadable, openPngRows } from "./compare/png-rows.ts";
import { confirmSignUp, openAccountIfAllowed } from "./domain/accounts/open-account.ts";
import { promoteFirstUser } from "./domain/accounts/first-login.ts";
import type { Context } from "./domain/context.ts";
import { createPlaces, RequestAdmission } from "./domain/screenshots/capture/admission.ts";
import { RecentCaptures } from "./domain/screenshots/capture/recent-captures.ts";
import { type Env, parseConfig } from "./env.ts";
import { createIdentity } from "./identity/identity.ts";
import { systemClock } from "./lib/clock.ts";
import type { Fields } from "./lib/log.ts";
import { createSecretBox } from "./lib/secret-box.ts";
import { createLimiter } from "./limiter/limiter.ts";
import { createArchiveStore } from "./storage/archives.ts";
import { createDatabase } from "./storage/database.ts";
import { createImageStore } from "./storage/images.ts";

/** Shared by all requests of an isolate. */
const places = createPlaces(new RecentCaptures());

type Lifetime = { waitUntil: (work: Promise<unknown>) => void };

/** Creates the Context of one request or job. Deferred work extends `lifetime`; `log` receives the facts to log. */
export function wire(env: Env, lifetime: Lifetime, log: (facts: Fields) => void): Context {
  const {
    localHost,
    cdnUrl,
    network,
    retentionDays,
    recordRetentionDays,
    databaseLimitBytes,
    signUpsOpen,
    metricsToken,
    invalidSettings,
    secretKey,
    github,
    ...browsers
  } = parseConfig(env);
  const defer = (work: Promise<unknown>) =>
    lifetime.waitUntil(work.catch((error: unknown) => log({ deferredError: error })));
  const settings = {
    maxSessions: browsers.browserSessions,
    capturesPerSession: browsers.capturesPerSession,
    accountSlots: browsers.accountSlots,
    warmSessions: browsers.warmBrowsers,
    startsPerSecond: browsers.browserStartsPerSecond,
    network,
    region: browsers.region,
  };
  const arrivedAt = systemClock().getTime();
  const db = createDatabase(env.DB);
  const secretBox = createSecretBox(secretKey);
  const identity = createIdentity({
    db,
    secret: () => secretBox.derive("sessions"),
    browserToken: (email) => secretBox.derive(`browsers of ${email}`),
    github,
    openAccount: (user) => openAccountIfAllowed(ctx, user),
    onUserCreated: ({ id }) => promoteFirstUser(ctx, id),
    confirmNewUser: (user) => confirmSignUp(ctx, user),
    log,
  });
  const ctx: Context = {
    config: {
      localHost,
      cdnUrl,
      network,
      retentionDays,
      recordRetentionDays,
      databaseLimitBytes,
      signUpsOpen,
      metricsToken,
      invalidSettings,
    },
    db,
    images: createImageStore(env.IMAGES),
    archives: createArchiveStore(env.IMAGES),
    queues: { captures: env.CAPTURES, runSteps: env.CAPTURES, deliveries: env.DELIVERIES },
    compare: {
      open: openPngRows,
      images: compareImages,
      diff: drawDiff,
      crop: cropPng,
      isUnreadable,
    },
    limiter: createLimiter(env.RATE_LIMITER),
    identity,
    closeOrphanedBrowsers: () => closeOrphanedBrowsers(env, settings),
    browserLimits: async () => ({
      configured: settings.maxSessions,
      allowed: await readBrowserLimit(env.BROWSER),
    }),
    render: createRender(env, { settings, arrivedAt, defer }),
    admission: new RequestAdmission({
      places,
      slots: settings.maxSessions * settings.capturesPerSession,
      arrivedAt,
      now: () => systemClock().getTime(),
    }),
    probes: {
      pool: async () => poolOf(env, settings).status(),
      queue: () => env.CAPTURES.metrics(),
    },
    secretBox,
    measure: ({ outcome, format, durationMs, sizeBytes }) =>
      env.ANALYTICS?.writeDataPoint({
        indexes: [outcome],
        blobs: [outcome, format],
        doubles: [durationMs, sizeBytes],
      }),
    clock: systemClock,
    defer,
    log,
  };
  return ctx;
}
