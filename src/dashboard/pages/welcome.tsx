// The landing page: a description, two commands, an example and the features of the service. The first example command
// captures this page.
import { maySignUp } from "../../domain/accounts/first-login.ts";
import { findViewer } from "../../domain/accounts/viewer.ts";
import { factory } from "../../http/hono.ts";
import { allowMethods } from "../../http/middleware/allow-methods.ts";
import { Copyable } from "../components/copyable.tsx";
import { Logo } from "../components/logo.tsx";
import { SiteMenu } from "../components/site-menu.tsx";
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
  ["Monitors", "Captures a page on a schedule and reports which regions changed."],
  ["Language models", "Provides the captures as tools of an MCP server."],
] as const;

function exampleImage(scheme: "light" | "dark"): string {
  return `/assets/images/docs-${scheme}.webp`;
}

/** `origin`: the origin of this service, for the example command. */
function Welcome({ origin, canSignUp }: { origin: string; canSignUp: boolean }) {
  const curl = `curl ${origin}/v1/capture \\
  -H "X-API-Key: $EDGESHOT_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{
    "url": "${origin}/docs",
    "options": {"format": "webp", "viewport_width": 1000, "viewport_height": 625}
  }' \\
  -o docs.webp`;
  const pdf = `curl "${origin}/v1/capture?url=https://example.com&format=pdf" \\
  -H "X-API-Key: $EDGESHOT_KEY" \\
  -o page.pdf`;
  return (
    <Document title="Edgeshot" description={DESCRIPTION} canonical={`${origin}${hrefs.home}`}>
      <div class="welcome">
        <header>
          <Logo />
          <SiteMenu>
            <a href={hrefs.docs}>Docs</a>
            <a href={hrefs.apiReference}>API reference</a>
            {canSignUp && <a href={hrefs.signIn}>Sign in</a>}
          </SiteMenu>
          {canSignUp ? (
            <a class="button" href={hrefs.signUp}>
              Sign up
            </a>
          ) : (
            <a class="button" href={hrefs.signIn}>
              Sign in
            </a>
          )}
        </header>
        <main>
          <h1>Any web page as an image.</h1>
          <p class="lead">{DESCRIPTION}</p>

          <h2>Capture a page</h2>
          <Copyable id="curl" label="Command">
            {curl}
          </Copyable>

          <figure>
            <picture>
              <source srcset={exampleImage("dark")} media="(prefers-color-scheme: dark)" />
              <img
                src={exampleImage("light")}
                width={1000}
                height={625}
                alt="The captured page: the documentation of this service, with a list of guides and a card for each."
              />
            </picture>
            <figcaption>The image that this command returns.</figcaption>
          </figure>

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
            The <a href={hrefs.docs}>guides</a> explain each ability, and the{" "}
            <a href={hrefs.apiReference}>API reference</a> lists every endpoint. Tools can load the{" "}
            <a href="/openapi.json">OpenAPI document</a>, and language models the{" "}
            <a href="/llms.txt">plain text</a>.
          </p>
        </main>
      </div>
    </Document>
  );
}
