// GET /: what this is and how to call it. Also the page that a new installation captures first.
import { html } from "hono/html";
import { operations } from "../../contract/operations.ts";
import { factory } from "../hono.ts";
import { allowMethods } from "../middleware/allow-methods.ts";

export const welcomeRoutes = factory
  .createApp()
  .all("/", allowMethods("GET", "HEAD"))
  .get("/", (c) => {
    c.header(
      "Content-Security-Policy",
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    );
    return c.html(page(new URL(c.req.url).origin));
  });

const page = (origin: string) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Edgeshot</title>
        <style>
          :root {
            --paper: #f6f5f1;
            --sheet: #ffffff;
            --ink: #1c1b19;
            --soft: #66625a;
            --line: #dedad0;
            --accent: #c2410c;
            --code: #211f1c;
            --code-ink: #f3efe6;
            --code-soft: #a89f8f;
          }
          @media (prefers-color-scheme: dark) {
            :root {
              --paper: #141311;
              --sheet: #1d1b18;
              --ink: #f1ede4;
              --soft: #a39c8e;
              --line: #35312b;
              --accent: #fb923c;
              --code: #0c0b0a;
              --code-ink: #f3efe6;
              --code-soft: #8d8475;
            }
          }
          * {
            box-sizing: border-box;
            margin: 0;
          }
          body {
            min-height: 100vh;
            padding: clamp(1.5rem, 6vw, 5.5rem) clamp(1.25rem, 6vw, 4rem);
            background: var(--paper);
            color: var(--ink);
            font:
              1.0625rem/1.6 system-ui,
              -apple-system,
              "Segoe UI",
              Roboto,
              "Open Sans",
              sans-serif;
          }
          main {
            max-width: 58rem;
            margin: 0 auto;
          }
          .mark {
            display: flex;
            align-items: center;
            gap: 0.75rem;
            font-weight: 650;
            letter-spacing: -0.01em;
          }
          .mark svg {
            width: 2rem;
            height: 2rem;
            color: var(--accent);
          }
          h1 {
            margin: 2.5rem 0 1rem;
            max-width: 17ch;
            text-wrap: balance;
            font-size: clamp(2.25rem, 6vw, 4rem);
            line-height: 1.04;
            letter-spacing: -0.035em;
            font-weight: 700;
          }
          .lead {
            max-width: 42rem;
            color: var(--soft);
            font-size: 1.1875rem;
          }
          h2 {
            margin: 2.75rem 0 0.75rem;
            font-size: 0.8125rem;
            font-weight: 650;
            letter-spacing: 0.08em;
            text-transform: uppercase;
            color: var(--soft);
          }
          code,
          pre {
            font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
          }
          pre {
            padding: 1.25rem 1.5rem;
            overflow-x: auto;
            border-radius: 0.75rem;
            background: var(--code);
            color: var(--code-ink);
            font-size: 0.9375rem;
            line-height: 1.7;
          }
          pre i {
            font-style: normal;
            color: var(--code-soft);
          }
          ul {
            padding: 0;
            list-style: none;
            border: 1px solid var(--line);
            border-radius: 0.75rem;
            background: var(--sheet);
          }
          li {
            display: grid;
            grid-template-columns: 3.75rem 16.5rem 1fr;
            gap: 0.25rem 1rem;
            align-items: baseline;
            padding: 0.8rem 1.25rem;
          }
          li + li {
            border-top: 1px solid var(--line);
          }
          li b {
            color: var(--accent);
            font-size: 0.8125rem;
            letter-spacing: 0.04em;
          }
          li code {
            font-size: 0.9375rem;
          }
          li span {
            color: var(--soft);
          }
          @media (max-width: 40rem) {
            li {
              grid-template-columns: 3.75rem 1fr;
            }
            li span {
              grid-column: 1 / -1;
            }
          }
        </style>
      </head>
      <body>
        <main>
          <p class="mark">
            <svg
              viewBox="0 0 32 32"
              fill="none"
              stroke="currentColor"
              stroke-width="2.5"
              stroke-linecap="round"
              stroke-linejoin="round"
              aria-hidden="true"
            >
              <path
                d="M4 11V7a3 3 0 0 1 3-3h4M21 4h4a3 3 0 0 1 3 3v4M28 21v4a3 3 0 0 1-3 3h-4M11 28H7a3 3 0 0 1-3-3v-4"
              />
              <circle cx="16" cy="16" r="4.5" />
            </svg>
            Edgeshot
          </p>
          <h1>Any web page, as a picture.</h1>
          <p class="lead">
            A screenshot service on your own Cloudflare account: it opens a page in a real browser
            and answers with a PNG, JPEG, WebP or PDF.
          </p>

          <h2>Capture a page</h2>
          <pre>curl ${origin}/v1/capture \\
  -H "X-API-Key: <i>your key</i>" \\
  -H "Content-Type: application/json" \\
  -d '{"url": "https://example.com", "options": {"full_page": true}}' \\
  -o page.png</pre>

          <h2>Endpoints</h2>
          <ul>
            ${operations.map(({ method, path, summary }) => html`<li><b>${method.toUpperCase()}</b><code>${path}</code><span>${summary}</span></li>`)}
          </ul>
        </main>
      </body>
    </html>`;
