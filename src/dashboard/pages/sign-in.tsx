// The sign-in page, and signing out.
import * as z from "zod";
import { maySignUp } from "../../domain/accounts/first-login.ts";
import { signIn } from "../../domain/accounts/sign-in.ts";
import type { Context } from "../../domain/context.ts";
import { factory } from "../../http/hono.ts";
import { returnTo } from "../auth/return-to.ts";
import type { FieldErrors, EnteredValues } from "../forms/form.tsx";
import { EmailField, PasswordField } from "../components/login-fields.tsx";
import { currentPassword } from "../forms/fields.ts";
import { hrefs } from "../hrefs.ts";
import { NarrowPage } from "../layout.tsx";
import { respondSignIn } from "../auth/respond-sign-in.ts";
import { pageRules } from "../middleware/page-rules.ts";
import { readForm } from "../forms/read-form.ts";
import { setCookies } from "../auth/set-cookies.ts";
import { describeGitHubError, GitHubLink } from "./github.tsx";

const signInForm = z.object({
  email: z.string().trim().min(1, { error: "is required" }).max(254),
  password: currentPassword,
  next: z.string().optional(),
});

export const signInPages = factory
  .createApp()
  .use(hrefs.signIn, pageRules())
  .use(hrefs.signOut, pageRules())
  .get(hrefs.signIn, async (c) => {
    const entered = { next: c.req.query("next") };
    const errors = { form: describeGitHubError(c.req.query("error")) };
    return c.html(
      <SignIn options={await findSignInOptions(c.var.ctx)} entered={entered} errors={errors} />,
    );
  })
  .post(hrefs.signIn, async (c) => {
    const { ctx } = c.var;
    const options = await findSignInOptions(ctx);
    const { values, entered, errors } = await readForm(c, signInForm);
    const form = (reasons: FieldErrors) => (
      <SignIn options={options} entered={entered} errors={reasons} />
    );
    if (values === undefined) return c.html(form(errors), 422);
    const signedIn = await signIn(ctx, c.req.raw, values);
    return respondSignIn(c, signedIn, returnTo(values.next, c.req.raw), form);
  })
  .post(hrefs.signOut, async (c) => {
    setCookies(c, await c.var.ctx.identity.signOut(c.req.raw));
    return c.redirect(hrefs.home, 303);
  });

/** The alternatives to signing in with a password. */
type SignInOptions = { signUp: boolean; gitHub: boolean };

async function findSignInOptions(ctx: Context): Promise<SignInOptions> {
  return { signUp: await maySignUp(ctx), gitHub: ctx.identity.hasGitHub };
}

function SignIn({
  options,
  entered,
  errors,
}: {
  options: SignInOptions;
  entered: EnteredValues;
  errors: FieldErrors;
}) {
  return (
    <NarrowPage
      title="Sign in"
      lead="Access your screenshots, API keys and usage."
      error={errors["form"]}
    >
      <form method="post" action={hrefs.signIn}>
        <EmailField entered={entered} errors={errors} autofocus />
        <PasswordField errors={errors} />
        {entered["next"] !== undefined && (
          <input type="hidden" name="next" value={entered["next"]} />
        )}
        <button class="whole">Sign in</button>
      </form>
      {options.gitHub && <GitHubLink next={entered["next"]} />}
      {options.signUp && (
        <p class="below">
          No account yet? <a href={hrefs.signUp}>Sign up</a>
        </p>
      )}
    </NarrowPage>
  );
}
