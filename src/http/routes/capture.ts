// POST and GET /v1/capture (docs/api.md "Captures").
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

/** Maximum browser cache time of signed links. A revoked link remains visible for at most this long. */
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
    return respond(c, input, captured);
  })
  .get("/v1/capture", validate("query", captureQuery), async (c) => {
    const { ctx, caller, link } = c.var;
    const query = c.req.valid("query");
    const hasTtl = c.req.query("cache_ttl") !== undefined;
    const input = link === undefined ? query : withLinkDefaults(query, hasTtl);
    const captured = await captureNow(ctx, caller, input).catch((error: unknown) => {
      throw withQueryParameterNames(error);
    });
    if (link !== undefined) allowEmbedding(c, link, input.options.cache_ttl);
    return respond(c, input, captured);
  });

/** Applies the default `cache_ttl` of signed links, so that all views of a link share one capture. */
function withLinkDefaults(input: CaptureInput, hasTtl: boolean): CaptureInput {
  const { options } = input;
  const cache_ttl = hasTtl ? options.cache_ttl : LINK_CACHE_TTL;
  return { ...input, options: { ...options, cache_ttl }, mustStore: cache_ttl > 0, isLink: true };
}

/** Allows other sites to embed the image and browsers to cache it until the capture or the link expires. */
function allowEmbedding(c: Context<AppEnv>, { expiresAt }: Link, cacheTtl: number): void {
  c.header("Cross-Origin-Resource-Policy", "cross-origin");
  const secondsLeft = Math.floor((expiresAt.getTime() - c.var.ctx.clock().getTime()) / 1000);
  const maxAge = Math.min(LINK_MAX_AGE_SECONDS, cacheTtl, secondsLeft);
  if (maxAge > 0) c.header("Cache-Control", `public, max-age=${maxAge}`);
}

function respond(c: Context<AppEnv>, { options }: CaptureInput, captured: Captured): Response {
  c.header("X-Screenshot-Id", captured.id);
  // Viewers of a signed link must not see the credits of the account.
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
