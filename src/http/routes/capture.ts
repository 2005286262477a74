// POST and GET /v1/capture (SPEC.md).
import type { Context } from "hono";
import { captureBody, type CaptureInput, captureQuery } from "../../contract/capture.ts";
import { formatFiles } from "../../contract/formats.ts";
import { type Link, LINK_CACHE_TTL } from "../../contract/signed-link.ts";
import { type Captured, captureNow } from "../../domain/screenshots/capture/capture-now.ts";
import { addressBase } from "../address-base.ts";
import { attachment } from "../content-disposition.ts";
import { withQueryParameterNames } from "../validation-errors.ts";
import { type AppEnv, factory } from "../hono.ts";
import { allowMethods } from "../middleware/allow-methods.ts";
import { idempotency } from "../middleware/idempotency.ts";
import { jsonBody } from "../middleware/json-body.ts";
import { presentCapture } from "../present-screenshot.ts";
import { validate } from "../validate.ts";

/** How long a link that has been revoked may still be shown by who has seen it. */
const LINK_MAX_AGE_SECONDS = 300;

export const captureRoutes = factory
  .createApp()
  .all("/v1/capture", allowMethods("GET", "POST"))
  .post("/v1/capture", jsonBody(), validate("json", captureBody), idempotency(), async (c) => {
    const input = c.req.valid("json");
    const captured = await captureNow(c.var.ctx, c.var.caller, input, c.var.requestKey);
    const { extension } = formatFiles[input.options.format];
    if (captured.kind === "file")
      c.header("Content-Disposition", attachment(input.name ?? captured.id, extension));
    return answer(c, input, captured);
  })
  .get("/v1/capture", validate("query", captureQuery), async (c) => {
    const { ctx, caller, link } = c.var;
    const asked = c.req.valid("query");
    const isTtlGiven = c.req.query("cache_ttl") !== undefined;
    const input = link === undefined ? asked : withLinkDefaults(asked, isTtlGiven);
    const captured = await captureNow(ctx, caller, input).catch((error: unknown) => {
      throw withQueryParameterNames(error);
    });
    if (link !== undefined) allowEmbedding(c, link, input.options.cache_ttl);
    return answer(c, input, captured);
  });

/** One capture for all who see a signed link, for as long as it says. */
function withLinkDefaults(input: CaptureInput, isTtlGiven: boolean): CaptureInput {
  const { options } = input;
  const cache_ttl = isTtlGiven ? options.cache_ttl : LINK_CACHE_TTL;
  return { ...input, options: { ...options, cache_ttl }, mustStore: cache_ttl > 0 };
}

/** A signed link stands in somebody's page: its image may be shown there, and kept as long as the link allows. */
function allowEmbedding(c: Context<AppEnv>, { expiresAt }: Link, cacheTtl: number): void {
  c.header("Cross-Origin-Resource-Policy", "cross-origin");
  const secondsLeft = Math.floor((expiresAt.getTime() - c.var.ctx.clock().getTime()) / 1000);
  const maxAge = Math.min(LINK_MAX_AGE_SECONDS, cacheTtl, secondsLeft);
  if (maxAge > 0) c.header("Cache-Control", `public, max-age=${maxAge}`);
}

function answer(c: Context<AppEnv>, { options }: CaptureInput, captured: Captured): Response {
  c.header("X-Screenshot-Id", captured.id);
  // Whoever sees a link's image need not see its owner's account.
  if (c.var.link === undefined) c.header("X-Remaining-Credits", String(captured.remainingCredits));
  if (captured.replayed) c.header("Idempotent-Replayed", "true");
  if (captured.cache !== undefined) c.header("X-Cache", captured.cache);
  if (!captured.stored) c.header("X-Screenshot-Stored", "false");

  if (captured.kind === "file") {
    return c.body(captured.body, 200, {
      "Content-Type": formatFiles[options.format].contentType,
      "Content-Length": String(captured.sizeBytes),
    });
  }
  if (options.response_type === "empty") return c.body(null, 200);
  const { record, remainingCredits } = captured;
  return c.json(presentCapture(record, remainingCredits, addressBase(c)), 201);
}
