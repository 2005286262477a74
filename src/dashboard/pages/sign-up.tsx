// The sign-up page.
import * as z from "zod";
import { maySignUp } from "../../domain/accounts/first-login.ts";
import { signUp } from "../../domain/accounts/sign-up.ts";
import { factory } from "../../http/hono.ts";
import type { FieldErrors, EnteredValues } from "../forms/form.tsx";
import { EmailField, NameField, NewPasswordField } from "../components/login-fields.tsx";
import { email, newPassword, personName } from "../forms/fields.ts";
import { hrefs } from "../hrefs.ts";
import { NarrowPage } from "../layout.tsx";
import { respondSignIn } from "../auth/respond-sign-in.ts";
import { pageRules } from "../middleware/page-rules.ts";
import { readForm } from "../forms/read-form.ts";
import { GitHubLink } from "./github.tsx";

const signUpForm = z.object({ name: personName, email, password: newPassword });

export const signUpPages = factory
  .createApp()
  .use(hrefs.signUp, pageRules())
  .get(hrefs.signUp, async (c) => {
    const { ctx } = c.var;
    if (await maySignUp(ctx)) return c.html(<SignUp gitHub={ctx.identity.hasGitHub} />);
    return c.html(<Closed />, 403);
  })
  .post(hrefs.signUp, async (c) => {
    const { ctx } = c.var;
    const { values, entered, errors } = await readForm(c, signUpForm);
    const form = (reasons: FieldErrors) => (
      <SignUp gitHub={ctx.identity.hasGitHub} entered={entered} errors={reasons} />
    );
    if (values === undefined) return c.html(form(errors), 422);
    return respondSignIn(c, await signUp(ctx, c.req.raw, values), hrefs.overview, form);
  });

type Props = { gitHub: boolean; entered?: EnteredValues; errors?: FieldErrors };

function SignUp({ gitHub, entered = {}, errors = {} }: Props) {
  return (
    <NarrowPage
      title="Sign up"
      lead="Create an account with 100 screenshots per month."
      error={errors["form"]}
    >
      <form method="post" action={hrefs.signUp}>
        <NameField entered={entered} errors={errors} autofocus />
        <EmailField entered={entered} errors={errors} />
        <NewPasswordField errors={errors} />
        <button class="whole">Sign up</button>
      </form>
      {gitHub && <GitHubLink />}
      <p class="below">
        Already have an account? <a href={hrefs.signIn}>Sign in</a>
      </p>
    </NarrowPage>
  );
}

function Closed() {
  return (
    <NarrowPage title="Sign-ups are closed" lead="Ask the operator for an invite.">
      <p class="below">
        Already have an account? <a href={hrefs.signIn}>Sign in</a>
      </p>
    </NarrowPage>
  );
}
