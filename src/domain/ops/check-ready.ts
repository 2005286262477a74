// Checks each part of the service with a cheap read. Writes nothing and starts no browser.
import type { Part, Readiness } from "../../contract/readiness.ts";
import { withDeadline } from "../../lib/deadline.ts";
import type { Context } from "../context.ts";
import { getDatabaseSize, warnOfDatabaseSize } from "./database-size.ts";

const DEADLINE_MS = 3_000;

/** Reports a part as not ready if its check fails or takes more than 3 seconds. Logs the error and does not throw. */
export async function checkReady(ctx: Context): Promise<Readiness> {
  let warning: string | undefined;
  let browserWarning: string | undefined;
  const checks: Record<Part, () => Promise<unknown>> = {
    settings: async () => assertSettings(ctx),
    database: async () => {
      warning = warnOfDatabaseSize(await getDatabaseSize(ctx));
    },
    images: () => ctx.images.find("ready"),
    queue: () => ctx.probes.queue(),
    browsers: async () => {
      [browserWarning] = await Promise.all([warnOfBrowserLimit(ctx), assertBrowsers(ctx)]);
    },
  };
  const check = async (part: Part) => {
    const startedAt = ctx.clock().getTime();
    const reason = await withDeadline(DEADLINE_MS, part, checks[part]()).then(
      () => undefined,
      (error: unknown) => {
        ctx.log({ [`${part}Error`]: error });
        return error instanceof NotReady ? error.message : "It does not respond.";
      },
    );
    const durationMs = Math.max(0, ctx.clock().getTime() - startedAt);
    return { ok: reason === undefined, durationMs, ...(reason === undefined ? {} : { reason }) };
  };
  const [settings, database, images, queue, browsers] = await Promise.all([
    check("settings"),
    check("database"),
    check("images"),
    check("queue"),
    check("browsers"),
  ]);
  const parts = {
    settings,
    database: { ...database, ...(warning === undefined ? {} : { warning }) },
    images,
    queue,
    browsers: {
      ...browsers,
      ...(browserWarning === undefined ? {} : { warning: browserWarning }),
    },
  };
  const isReady = Object.values(parts).every(({ ok }) => ok);
  return { status: isReady ? "ready" : "not_ready", parts };
}

/** An error whose message may be part of the response. */
class NotReady extends Error {}

function assertSettings({ config: { invalidSettings } }: Context): void {
  if (invalidSettings.length > 0) throw new NotReady(invalidSettings.join(" "));
}

/** Above the account's limit, Browser Run refuses new browsers while captures wait for them. */
async function warnOfBrowserLimit(ctx: Context): Promise<string | undefined> {
  // The limit is only advice, so the service is ready without it.
  const limits = await ctx.browserLimits().catch(() => undefined);
  if (limits === undefined || limits.configured <= limits.allowed) return undefined;
  return `BROWSER_SESSIONS is ${limits.configured}, but Browser Run allows the account ${limits.allowed} browsers. Lower it, or request a higher limit.`;
}

async function assertBrowsers(ctx: Context): Promise<void> {
  const { ready, blockedForMs } = await ctx.probes.pool();
  if (ready > 0 || blockedForMs === 0) return;
  throw new NotReady(
    `Browser Run cannot start a browser for ${Math.ceil(blockedForMs / 1000)} seconds.`,
  );
}
