// The documentation for programs: /openapi.json and /llms.txt, both generated from the contract.
import { buildOpenApi, type OpenApi } from "../docs/openapi.ts";
import { writeLlmsText } from "../docs/llms.ts";
import { factory } from "../hono.ts";
import { allowMethods } from "../middleware/allow-methods.ts";

const CACHE_CONTROL = "public, max-age=300";

/** Generated once, on the first request. */
let document: OpenApi | undefined;

export const docsRoutes = factory
  .createApp()
  .all("/openapi.json", allowMethods("GET", "HEAD"))
  .get("/openapi.json", (c) => {
    document ??= buildOpenApi();
    c.header("Cache-Control", CACHE_CONTROL);
    // Public document: tools on other sites may read it.
    c.header("Access-Control-Allow-Origin", "*");
    return c.json(document);
  })
  .all("/llms.txt", allowMethods("GET", "HEAD"))
  .get("/llms.txt", (c) => {
    c.header("Cache-Control", CACHE_CONTROL);
    return c.text(writeLlmsText(new URL(c.req.url).origin));
  });
