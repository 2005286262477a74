// The Worker: the handlers and the Durable Objects that Cloudflare calls.
import { createApp } from "./app.ts";
import type { Env } from "./env.ts";
import { createEventLog } from "./lib/log.ts";
import { wire } from "./wiring.ts";

export { BrowserPool } from "./browser/pool-object.ts";
export { BrowserSession } from "./browser/session-object.ts";
export { RateLimiter } from "./limiter/limiter-object.ts";

const app = createApp({ wire });

// A new isolate evaluates the jobs when it runs the first one.

export default {
  fetch: app.fetch,
  async queue(batch, env, executionCtx) {
    const { consumeQueue } = await import("./jobs/queues.ts");
    await consumeQueue(batch, (log) => wire(env, executionCtx, log));
  },
  async scheduled({ cron }, env, executionCtx) {
    const { runScheduled } = await import("./jobs/scheduled.ts");
    const log = createEventLog({ cron });
    await runScheduled(cron, wire(env, executionCtx, log.add));
    log.write();
  },
} satisfies ExportedHandler<Env>;
