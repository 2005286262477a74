// GET /client.js, /client.d.ts and /client.tgz: the client as a module, its types, and a package for npm. The scripts build
// these assets (scripts/client/build-client.ts).
import { factory } from "../hono.ts";
import { allowMethods } from "../middleware/allow-methods.ts";
import { serveAsset } from "../serve-asset.ts";

const headers = {
  "Cache-Control": "public, max-age=300",
  // Pages of other origins may import the module.
  "Access-Control-Allow-Origin": "*",
};

export const clientRoutes = factory
  .createApp()
  .all("/client.js", allowMethods("GET", "HEAD"))
  .get("/client.js", (c) =>
    // Deno and editors read the types of a remote module from this header.
    serveAsset(c.env, c.req.raw, { ...headers, "X-TypeScript-Types": "/client.d.ts" }),
  )
  .all("/client.d.ts", allowMethods("GET", "HEAD"))
  .get("/client.d.ts", (c) =>
    // Without this header, `.ts` is served as an MPEG video.
    serveAsset(c.env, c.req.raw, { ...headers, "Content-Type": "text/plain; charset=utf-8" }),
  )
  .all("/client.tgz", allowMethods("GET", "HEAD"))
  .get("/client.tgz", (c) =>
    serveAsset(c.env, c.req.raw, { ...headers, "Content-Type": "application/gzip" }),
  );
