// Provides the domain Context of a request to its handlers.
import type { Context } from "../../domain/context.ts";
import type { Env } from "../../env.ts";
import type { Fields } from "../../lib/log.ts";
import { factory } from "../hono.ts";

export type Wire = (
  env: Env,
  executionCtx: { waitUntil: (work: Promise<unknown>) => void },
  log: (facts: Fields) => void,
) => Context;

export function requestContext(wire: Wire) {
  return factory.createMiddleware(async function requestContext(c, next) {
    c.set("ctx", wire(c.env, c.executionCtx, c.var.log.add));
    await next();
  });
}
