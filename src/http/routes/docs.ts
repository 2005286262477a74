// The documentation: /openapi.json and /llms.txt, both made of the contract.
import { buildOpenApi, type OpenApi } from "../docs/openapi.ts";
import { writeLlmsText } from "../docs/llms.ts";
import { factory } from "../hono.ts";
import { allowMethods } from "../middleware/allow-methods.ts";

const CACHE_CONTROL = "public, max-age=300";

/** Made once, when somebody asks for it. */
let document: OpenApi | undefined;

export const docsRoutes = factory
  .createApp()
  .all("/openapi.json", allowMethods("GET", "HEAD"))
  .get("/openapi.json", (c) => {
    document ??= buildOpenApi();
    c.header("Cache-Control", CACHE_CONTROL);
    // For tools on other sites: it says nothing about anybody.
    c.header("Access-Control-Allow-Origin", "*");
    return c.json(document);
  })
  .all("/llms.txt", allowMethods("GET", "HEAD"))
  .get("/llms.txt", (c) => {
    c.header("Cache-Control", CACHE_CONTROL);
    return c.text(writeLlmsText(new URL(c.req.url).origin));
  });
