// GET /docs: the interactive API reference. Its script is an asset that scripts/local/reference.ts builds. The page loads
// nothing from other hosts.
import { html } from "hono/html";
import { factory } from "../hono.ts";
import { allowMethods } from "../middleware/allow-methods.ts";
import { serveAsset } from "../serve-asset.ts";

const SCRIPT_PATH = "/docs/reference.js";

/** Allows only this origin. The script sets inline styles. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src data:",
  "connect-src 'self' data: blob:",
  "frame-ancestors 'none'",
].join("; ");

const configuration = {
  url: "/openapi.json",
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: "never",
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
};

export const referenceRoutes = factory
  .createApp()
  .all("/docs", allowMethods("GET", "HEAD"))
  .get("/docs", (c) => {
    c.header("Content-Security-Policy", CONTENT_SECURITY_POLICY);
    return c.html(page);
  })
  .all(SCRIPT_PATH, allowMethods("GET", "HEAD"))
  .get(SCRIPT_PATH, (c) =>
    serveAsset(c.env, c.req.raw, { "Cache-Control": "public, max-age=3600" }),
  );

const page = html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>Edgeshot API</title>
    </head>
    <body>
      <noscript>
        This reference requires JavaScript. For plain text, see
        <a href="/llms.txt">/llms.txt</a>. For the OpenAPI document, see
        <a href="/openapi.json">/openapi.json</a>.
      </noscript>
      <script id="api-reference" data-configuration="${JSON.stringify(configuration)}"></script>
      <script src="${SCRIPT_PATH}"></script>
    </body>
  </html>`;
