// Signing up.
import { z } from "zod";
import { maySignUp } from "../../domain/accounts/first-login.ts";
import { signUp } from "../../domain/accounts/sign-up.ts";
import { factory } from "../../http/hono.ts";
import type { Faults, Values } from "../forms/form.tsx";
import { EmailField, NameField, NewPasswordField } from "../components/login-fields.tsx";
import { email, newPassword, personName } from "../forms/fields.ts";
import { hrefs } from "../hrefs.ts";
import { NarrowPage } from "../layout.tsx";
import { respondSignIn } from "../auth/respond-sign-in.ts";
import { pageRules } from "../middleware/page-rules.ts";
import { readForm } from "../forms/read-form.ts";
import { explainRefusal } from "../auth/sign-in-errors.ts";
import { GitHubLink } from "./github.tsx";

const signUpForm = z.object({ name: personName, email, password: newPassword });

export const signUpPages = factory
  .createApp()
  .use(hrefs.signUp, pageRules())
  .get(hrefs.signUp, async (c) => {
    const { ctx } = c.var;
    if (await maySignUp(ctx)) return c.html(<SignUp gitHub={ctx.identity.hasGitHub} />);
    const { faults, status } = explainRefusal({ refused: "closed" });
    return c.html(<Closed reason={faults["form"] ?? ""} />, status);
  })
  .post(hrefs.signUp, async (c) => {
    const { ctx } = c.var;
    const { values, typed, faults } = await readForm(c, signUpForm);
    const form = (why: Faults) => (
      <SignUp gitHub={ctx.identity.hasGitHub} typed={typed} faults={why} />
    );
    if (values === undefined) return c.html(form(faults), 422);
    return respondSignIn(c, await signUp(ctx, c.req.raw, values), hrefs.overview, form);
  });

type Props = { gitHub: boolean; typed?: Values; faults?: Faults };

function SignUp({ gitHub, typed = {}, faults = {} }: Props) {
  return (
    <NarrowPage
      title="Sign up"
      lead="An account of your own, with a hundred screenshots a month."
      fault={faults["form"]}
    >
      <form method="post" action={hrefs.signUp}>
        <NameField typed={typed} faults={faults} autofocus />
        <EmailField typed={typed} faults={faults} />
        <NewPasswordField faults={faults} />
        <button class="whole">Sign up</button>
      </form>
      {gitHub && <GitHubLink />}
      <p class="below">
        Been here before? <a href={hrefs.signIn}>Sign in</a>
      </p>
    </NarrowPage>
  );
}

function Closed({ reason }: { reason: string }) {
  return (
    <NarrowPage title="Sign-ups are closed" lead={reason}>
      <p class="below">
        Have a login? <a href={hrefs.signIn}>Sign in</a>
      </p>
    </NarrowPage>
  );
}
