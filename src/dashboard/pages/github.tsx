// Signing in through GitHub: there and back.
import { ServiceError } from "../../contract/errors.ts";
import { factory } from "../../http/hono.ts";
import { landing, signInAndBack } from "../auth/return-to.ts";
import { hrefs } from "../hrefs.ts";
import { pageRules } from "../middleware/page-rules.ts";
import { setCookies } from "../auth/set-cookies.ts";

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
    const started = await identity.startGitHub(c.req.raw, next, signInAndBack(next));
    setCookies(c, started.setCookies);
    return c.redirect(started.url, 303);
  })
  .get(CALLBACK, async (c) => {
    const { identity } = c.var.ctx;
    if (!identity.hasGitHub) throw new ServiceError("not_found");
    const finished = await identity.finishGitHub(c.req.raw, hrefs.signIn);
    setCookies(c, finished.setCookies);
    return c.redirect(finished.url, 303);
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
    case "EMAIL_NOT_VERIFIED":
      return "GitHub has not verified your address. Verify it there, then try again.";
    case "email_not_found":
      return "Your account at GitHub has no address.";
    case "access_denied":
      return "You did not allow it at GitHub.";
    default:
      return "Signing in through GitHub did not work. Try again.";
  }
}
