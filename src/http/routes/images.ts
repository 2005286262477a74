// GET /images/{key}: stored images. The unguessable key grants access (docs/decisions/records.md).
import type { Context } from "hono";
import { ServiceError } from "../../contract/errors.ts";
import { formatFiles } from "../../contract/formats.ts";
import { missingImageError } from "../../domain/screenshots/maintenance/expire-images.ts";
import { IMAGE_CACHE_CONTROL, isImageKey } from "../../domain/screenshots/capture/image-key.ts";
import { countMissingImage } from "../../domain/rate-windows.ts";
import { parseRange } from "../byte-range.ts";
import { type AppEnv, factory } from "../hono.ts";
import { allowMethods } from "../middleware/allow-methods.ts";

export const imageRoutes = factory
  .createApp()
  .all("/images/:key", allowMethods("GET", "HEAD"))
  .get("/images/:key", async (c) => {
    const { images } = c.var.ctx;
    const key = c.req.param("key");
    const image = isImageKey(key) ? await images.find(key) : undefined;
    if (image === undefined) throw await missing(c, key);

    const { etag, sizeBytes, contentType } = image;
    // Conditions are checked before ranges, and only GET supports ranges (RFC 9110, sections 13.2.2 and 14.2).
    const isUnchanged = matchesEtag(c.req.header("If-None-Match"), etag);
    const ifRange = c.req.header("If-Range");
    const range =
      !isUnchanged && c.req.method === "GET" && (ifRange === undefined || ifRange === etag)
        ? parseRange(c.req.header("Range"), sizeBytes)
        : undefined;
    if (range === "none") {
      c.header("Content-Range", `bytes */${sizeBytes}`);
      throw new ServiceError("range_not_satisfiable");
    }

    // Read the file before any header is set: it may have been deleted since `find`.
    const hasBody = !isUnchanged && c.req.method === "GET";
    const file = hasBody ? await images.get(key, range) : undefined;
    if (hasBody && file === undefined) throw await missing(c, key);

    c.header("Cache-Control", IMAGE_CACHE_CONTROL);
    c.header("ETag", etag);
    c.header("Last-Modified", image.storedAt.toUTCString());
    c.header("Accept-Ranges", "bytes");
    // Any site may embed images.
    c.header("Access-Control-Allow-Origin", "*");
    c.header("Cross-Origin-Resource-Policy", "cross-origin");
    if (isUnchanged) return c.body(null, 304);

    c.header("Content-Type", contentType);
    // Sandbox images that a browser opens as documents. PDF viewers do not work in a sandbox.
    if (contentType !== formatFiles.pdf.contentType) {
      c.header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    }
    c.header("Content-Length", String(range?.length ?? sizeBytes));
    if (file === undefined) return c.body(null);
    if (range === undefined) return c.body(file.body);
    c.header(
      "Content-Range",
      `bytes ${range.offset}-${range.offset + range.length - 1}/${sizeBytes}`,
    );
    return c.body(file.body, 206);
  });

/** Throws ServiceError(rate_limit_exceeded) after too many misses: each one reads the storage and the database. */
async function missing(c: Context<AppEnv>, key: string): Promise<ServiceError> {
  await countMissingImage(c.var.ctx, c.req.header("CF-Connecting-IP"));
  return missingImageError(c.var.ctx, key);
}

/** Returns whether If-None-Match contains this ETag (RFC 9110, section 13.1.2). */
function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch
    .split(",")
    .some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
}
