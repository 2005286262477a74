// A Worker that does nothing, for `npm run bench -- api`: Hono and one route.
import { Hono } from "hono";

// wrangler.toml names the classes of the Durable Objects.
export { BrowserPool, BrowserSession, RateLimiter } from "../../src/index.ts";

export default new Hono().get("*", (c) => c.json({ status: "ok" }));
