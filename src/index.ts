// The Worker: the handlers and the Durable Objects that Cloudflare calls.
import { createApp } from "./app.ts";
import type { Env } from "./env.ts";
import { consumeQueue } from "./jobs/queues.ts";
import { runScheduled } from "./jobs/scheduled.ts";
import { createEventLog } from "./lib/log.ts";
import { wire } from "./wiring.ts";

export { BrowserPool } from "./browser/pool-object.ts";
export { BrowserSession } from "./browser/session-object.ts";
export { RateLimiter } from "./limiter/limiter-object.ts";

const app = createApp({ wire });

export default {
  fetch: app.fetch,
  async queue(batch, env, executionCtx) {
    await consumeQueue(batch, (log) => wire(env, executionCtx, log));
  },
  async scheduled({ cron }, env, executionCtx) {
    const log = createEventLog({ cron });
    await runScheduled(cron, wire(env, executionCtx, log.add));
    log.write();
  },
} satisfies ExportedHandler<Env>;
