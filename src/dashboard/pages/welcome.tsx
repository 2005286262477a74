// The landing page: a description, a first command and the endpoints. A new installation captures this page first.
import { operations } from "../../contract/operations.ts";
import { maySignUp } from "../../domain/accounts/first-login.ts";
import { findViewer } from "../../domain/accounts/viewer.ts";
import { factory } from "../../http/hono.ts";
import { allowMethods } from "../../http/middleware/allow-methods.ts";
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

/** `origin`: the origin of this service, for the example command. */
function Welcome({ origin, canSignUp }: { origin: string; canSignUp: boolean }) {
  return (
    <Document title="Edgeshot">
      <div class="welcome">
        <header>
          <Logo />
          <nav aria-label="Account">
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
          <p class="lead">
            A screenshot service on your own Cloudflare account. It opens a page in a real browser
            and returns a PNG, JPEG, WebP or PDF.
          </p>

          <h2>Capture a page</h2>
          <pre tabindex={0} role="region" aria-label="Command">
            {`curl ${origin}/v1/capture \\\n  -H "X-API-Key: `}
            <i>your key</i>
            {`" \\\n  -H "Content-Type: application/json" \\\n  -d '{"url": "https://example.com", "options": {"full_page": true}}' \\\n  -o page.png`}
          </pre>

          <h2>Endpoints</h2>
          <p>
            Try the endpoints in the <a href="/docs">API reference</a>. Tools can load the{" "}
            <a href="/openapi.json">OpenAPI document</a>, and language models the{" "}
            <a href="/llms.txt">plain text</a>.
          </p>
          <ul class="endpoints">
            {operations.map(({ method, path, summary }) => (
              <li>
                <b>{method.toUpperCase()}</b>
                <code>{path}</code>
                <span>{summary}</span>
              </li>
            ))}
          </ul>
        </main>
      </div>
    </Document>
  );
}
