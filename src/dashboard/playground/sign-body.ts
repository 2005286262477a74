// The signed link of a capture request.
import type { Context } from "hono";
import { type SignedLink, signLinkFor } from "../../domain/api-keys/sign-link.ts";
import type { AppEnv } from "../../http/hono.ts";
import type { CaptureBody } from "./capture-body.ts";

/** Returns undefined for a capture of HTML, which does not fit into a URL, and for an account without keys. */
export async function signBody(
  c: Context<AppEnv>,
  { url, name, options = {} }: CaptureBody,
): Promise<SignedLink | undefined> {
  if (url === undefined) return undefined;
  // GET /v1/capture always returns the file.
  const { response_type: _, ...linkOptions } = options;
  const target = { url, ...(name === undefined ? {} : { name }), options: linkOptions };
  const { ctx, viewer } = c.var;
  return signLinkFor(ctx, viewer.caller, new URL(c.req.url).origin, target);
}
