// Serves a file of the asset folder, which the scripts fill (wrangler.toml "assets").
import { ServiceError } from "../contract/errors.ts";
import type { Env } from "../env.ts";

/** Returns the file at the path of the request. Throws ServiceError(not_found) when the file does not exist. */
export async function serveAsset(
  { ASSETS }: Env,
  request: Request,
  headers: Record<string, string>,
): Promise<Response> {
  const asset = await ASSETS.fetch(request);
  if (!asset.ok && asset.status !== 304) throw new ServiceError("not_found");
  const answer = new Response(asset.body, asset);
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
  return answer;
}
