// Sign-in with GitHub: the redirect to GitHub and the callback.
import { ServiceError } from "../../contract/errors.ts";
import { countGitHubRequest } from "../../domain/rate-windows.ts";
import { factory } from "../../http/hono.ts";
import { returnTo, signInHref } from "../auth/return-to.ts";
import { hrefs } from "../hrefs.ts";
import { pageRules } from "../middleware/page-rules.ts";
import { setCookies } from "../auth/set-cookies.ts";

const START = "/sign-in/github";
/** The callback path of better-auth. Register it in the GitHub app (docs/operations.md). */
const CALLBACK = "/auth/callback/github";

export const gitHubPages = factory
  .createApp()
  .use(START, pageRules())
  .use(CALLBACK, pageRules())
  .get(START, async (c) => {
    const { identity } = c.var.ctx;
    if (!identity.hasGitHub) throw new ServiceError("not_found");
    await countGitHubRequest(c.var.ctx, c.req.header("CF-Connecting-IP"));
    const next = returnTo(c.req.query("next"), c.req.raw);
    const started = await identity.startGitHub(c.req.raw, next, signInHref(next));
    setCookies(c, started.setCookies);
    return c.redirect(started.url, 303);
  })
  .get(CALLBACK, async (c) => {
    const { identity } = c.var.ctx;
    if (!identity.hasGitHub) throw new ServiceError("not_found");
    await countGitHubRequest(c.var.ctx, c.req.header("CF-Connecting-IP"));
    const finished = await identity.finishGitHub(c.req.raw, hrefs.signIn);
    setCookies(c, finished.setCookies);
    return c.redirect(finished.url, 303);
  });

/** `next`: the path to open after sign-in. */
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

/** Maps the `error` parameter of better-auth's redirect to a message. */
export function describeGitHubError(error: string | undefined): string | undefined {
  switch (error) {
    case undefined:
      return undefined;
    case "SIGN_UPS_CLOSED":
      return "Sign-ups are closed. Ask the operator for an invite.";
    case "account_not_linked":
      return "A login with this email address already exists. Sign in with its password.";
    case "EMAIL_NOT_VERIFIED":
      return "GitHub has not verified your email address. Verify it on GitHub, then try again.";
    case "email_not_found":
      return "Your GitHub account has no email address. Add one on GitHub, then try again.";
    case "access_denied":
      return "GitHub sign-in was canceled. Try again.";
    default:
      return "GitHub sign-in failed. Try again.";
  }
}
