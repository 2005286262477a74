// Signing in through GitHub: there and back.
import { ServiceError } from "../../contract/errors.ts";
import { factory } from "../../http/hono.ts";
import { landing } from "../back.ts";
import { hrefs } from "../hrefs.ts";
import { pageRules } from "../middleware/page-rules.ts";
import { setCookies } from "../set-cookies.ts";

const START = "/sign-in/github";
/** better-auth's own, and what the GitHub app must be told (docs/operations.md). */
const CALLBACK = "/auth/callback/github";

export const gitHubPages = factory
  .createApp()
  .use(START, pageRules())
  .use(CALLBACK, pageRules())
  .get(START, async (c) => {
    const { identity } = c.var.ctx;
    if (!identity.hasGitHub) throw new ServiceError("not_found");
    const next = landing(c.req.query("next"), c.req.raw);
    const { url, setCookies: cookies } = await identity.startGitHub(c.req.raw, next, hrefs.signIn);
    setCookies(c, cookies);
    return c.redirect(url, 303);
  })
  .get(CALLBACK, async (c) => {
    const { identity } = c.var.ctx;
    if (!identity.hasGitHub) throw new ServiceError("not_found");
    return identity.finishGitHub(c.req.raw);
  });

/** `next`: where to go then. */
export function GitHubLink({ next }: { next?: string | undefined }) {
  return (
    <p class="or">
      <a
        class="button quiet whole"
        href={next === undefined ? START : `${START}?next=${encodeURIComponent(next)}`}
      >
        Continue with GitHub
      </a>
    </p>
  );
}

/** What better-auth says in the address when it did not work. */
export function explainGitHub(error: string | undefined): string | undefined {
  switch (error) {
    case undefined:
      return undefined;
    case "SIGN_UPS_CLOSED":
      return "This service takes no new accounts. Ask its operator for an invite.";
    case "account_not_linked":
      return "There is a login with this address already. Sign in with its password.";
    default:
      return "Signing in through GitHub did not work. Try again.";
  }
}
