// The interactive API reference. Its script is an asset that scripts/local/reference.ts fetches. The page loads nothing from
// other hosts.
import { html } from "hono/html";
import { factory } from "../../http/hono.ts";
import { allowMethods } from "../../http/middleware/allow-methods.ts";
import { serveAsset } from "../../http/serve-asset.ts";
import { asset } from "../assets.ts";
import { Logo } from "../components/logo.tsx";
import { hrefs } from "../hrefs.ts";

const SCRIPT_PATH = "/docs/reference.js";

const DESCRIPTION =
  "Every endpoint of the screenshot service with its parameters, responses and errors, and a form that sends requests.";

/** Allows only this origin. The script sets inline styles. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src data:",
  "connect-src 'self' data: blob:",
  "base-uri 'none'",
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

export const referencePages = factory
  .createApp()
  .all(hrefs.apiReference, allowMethods("GET", "HEAD"))
  .get(hrefs.apiReference, (c) => {
    c.header("Content-Security-Policy", CONTENT_SECURITY_POLICY);
    c.header("Cache-Control", "public, max-age=300");
    return c.html(<Reference canonical={new URL(hrefs.apiReference, c.req.url).href} />);
  })
  .all(SCRIPT_PATH, allowMethods("GET", "HEAD"))
  .get(SCRIPT_PATH, (c) =>
    serveAsset(c.env, c.req.raw, { "Cache-Control": "public, max-age=3600" }),
  );

/** The page does not use the layout of the dashboard, because its stylesheet would change the reference. */
function Reference({ canonical }: { canonical: string }) {
  return html`<!doctype html>${(
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="description" content={DESCRIPTION} />
          <link rel="canonical" href={canonical} />
          <title>API reference · Edgeshot</title>
          <link rel="stylesheet" href={asset("reference.css")} />
          <link rel="icon" href={asset("mark.svg")} type="image/svg+xml" />
          <script src={asset("reference-page.js")} defer />
          <script src={SCRIPT_PATH} defer />
        </head>
        <body>
          {/* The program of the reference renders another header. */}
          <nav class="reference-bar" aria-label="Service">
            <Logo />
            <div>
              <a href={hrefs.docs}>Docs</a>
              <a href={hrefs.apiReference} aria-current="page">
                API reference
              </a>
              <a href={hrefs.overview}>Dashboard</a>
            </div>
          </nav>
          <noscript>
            <p>
              This reference requires JavaScript. Read the <a href={hrefs.docs}>guides</a>, the
              reference as <a href="/llms.txt">plain text</a> or the{" "}
              <a href="/openapi.json">OpenAPI document</a>.
            </p>
          </noscript>
          <script id="api-reference" data-configuration={JSON.stringify(configuration)} />
        </body>
      </html>
    )}`;
}
