// Connects the domain to storage, browser and limiter. The only file that knows every capability.
import { createRender } from "./browser/renderer.ts";
import type { Context } from "./domain/context.ts";
import { type Env, parseConfig } from "./env.ts";
import { systemClock } from "./lib/clock.ts";
import type { Fields } from "./lib/log.ts";
import { createVault } from "./lib/vault.ts";
import { createLimiter } from "./limiter/limiter.ts";
import { createDatabase } from "./storage/database.ts";
import { createImageStore } from "./storage/images.ts";

type Lifetime = { waitUntil: (work: Promise<unknown>) => void };

/** The Context of one request or job, which lives as long as `lifetime` and logs what it finds out through `log`. */
export function wire(env: Env, lifetime: Lifetime, log: (facts: Fields) => void): Context {
  const { cdnUrl, guard, retentionDays, secretKey, ...browsers } = parseConfig(env);
  const defer = (work: Promise<unknown>) =>
    lifetime.waitUntil(work.catch((error: unknown) => log({ deferredError: error })));
  const settings = {
    maxSessions: browsers.browserSessions,
    capturesPerSession: browsers.capturesPerSession,
    startsPerSecond: browsers.browserStartsPerSecond,
    guard,
  };
  return {
    config: { cdnUrl, guard, retentionDays },
    db: createDatabase(env.DB),
    images: createImageStore(env.IMAGES),
    limiter: createLimiter(env.RATE_LIMITER),
    render: createRender(env, { settings, defer }),
    vault: createVault(secretKey),
    clock: systemClock,
    defer,
    log,
  };
}
