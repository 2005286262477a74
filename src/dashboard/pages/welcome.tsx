// The landing page: a description, two commands and the abilities of the service. A new installation captures this page first.
import { maySignUp } from "../../domain/accounts/first-login.ts";
import { findViewer } from "../../domain/accounts/viewer.ts";
import { factory } from "../../http/hono.ts";
import { allowMethods } from "../../http/middleware/allow-methods.ts";
import { Copyable } from "../components/copyable.tsx";
import { Logo } from "../components/logo.tsx";
import { hrefs } from "../hrefs.ts";
import { Document } from "../layout.tsx";
import { pageRules } from "../middleware/page-rules.ts";

export const welcomePages = factory
  .createApp()
  .all(hrefs.home, allowMethods("GET", "HEAD"))
  .use(hrefs.home, pageRules())
  .get(hrefs.home, async (c) => {
    const { ctx } = c.var;
    if ((await findViewer(ctx, c.req.raw)) !== undefined) return c.redirect(hrefs.overview, 303);
    const { origin } = new URL(c.req.url);
    return c.html(<Welcome origin={origin} canSignUp={await maySignUp(ctx)} />);
  });

const DESCRIPTION =
  "A screenshot service on your own Cloudflare account. It opens a page in a real browser and returns a PNG, JPEG, WebP or PDF.";

const abilities = [
  [
    "Full pages and elements",
    "Captures long pages, one element or any rectangle, at any viewport size.",
  ],
  ["Clean images", "Removes ads, cookie banners and chat widgets before the capture."],
  ["Batches", "Captures many URLs in the background and reports each one to a webhook."],
  ["Signed links", "Embeds a screenshot in a page without exposing an API key."],
  ["Comparisons", "Shows which regions of a page changed between two screenshots."],
  ["Language models", "Provides the captures as tools of an MCP server."],
] as const;

/** `origin`: the origin of this service, for the example command. */
function Welcome({ origin, canSignUp }: { origin: string; canSignUp: boolean }) {
  const curl = `curl ${origin}/v1/capture \\
  -H "X-API-Key: $EDGESHOT_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"url": "https://example.com", "options": {"full_page": true}}' \\
  -o page.png`;
  const pdf = `curl "${origin}/v1/capture?url=https://example.com&format=pdf" \\
  -H "X-API-Key: $EDGESHOT_KEY" \\
  -o page.pdf`;
  return (
    <Document title="Edgeshot" description={DESCRIPTION}>
      <div class="welcome">
        <header>
          <Logo />
          <nav aria-label="Account">
            <a class="button quiet" href="/docs">
              Docs
            </a>
            <a class="button quiet" href={hrefs.signIn}>
              Sign in
            </a>
            {canSignUp && (
              <a class="button" href={hrefs.signUp}>
                Sign up
              </a>
            )}
          </nav>
        </header>
        <main>
          <h1>Any web page as an image.</h1>
          <p class="lead">{DESCRIPTION}</p>

          <h2>Capture a page</h2>
          <Copyable id="curl" label="Command">
            {curl}
          </Copyable>

          <h2>Save it as a PDF</h2>
          <Copyable id="pdf" label="PDF command">
            {pdf}
          </Copyable>

          <h2>What it does</h2>
          <ul class="abilities">
            {abilities.map(([title, text]) => (
              <li>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
          <p class="more">
            All endpoints and options are in the <a href="/docs">API reference</a>. Tools can load
            the <a href="/openapi.json">OpenAPI document</a>, and language models the{" "}
            <a href="/llms.txt">plain text</a>.
          </p>
        </main>
      </div>
    </Document>
  );
}
