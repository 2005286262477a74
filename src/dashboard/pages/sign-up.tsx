// Signing up.
import { z } from "zod";
import { maySignUp } from "../../domain/accounts/first-user.ts";
import { signUp } from "../../domain/accounts/sign-up.ts";
import { factory } from "../../http/hono.ts";
import { type Faults, TextField, type Values } from "../components/form.tsx";
import { email, newPassword, PASSWORD_HINT, personName } from "../fields.ts";
import { Notice } from "../components/notice.tsx";
import { hrefs } from "../hrefs.ts";
import { NarrowPage } from "../layout.tsx";
import { pageRules } from "../middleware/page-rules.ts";
import { readForm } from "../read-form.ts";
import { explainRefusal } from "../refusals.ts";
import { setCookies } from "../set-cookies.ts";
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
    const gitHub = c.var.ctx.identity.hasGitHub;
    const { values, typed, faults } = await readForm(c, signUpForm);
    if (values === undefined)
      return c.html(<SignUp gitHub={gitHub} typed={typed} faults={faults} />, 422);
    const signedUp = await signUp(c.var.ctx, c.req.raw, values);
    if (signedUp.refused !== undefined) {
      const { faults: why, status, headers } = explainRefusal(signedUp);
      return c.html(<SignUp gitHub={gitHub} typed={typed} faults={why} />, status, headers);
    }
    setCookies(c, signedUp.setCookies);
    return c.redirect(hrefs.overview, 303);
  });

type Props = { gitHub: boolean; typed?: Values; faults?: Faults };

function SignUp({ gitHub, typed = {}, faults = {} }: Props) {
  return (
    <NarrowPage title="Sign up" lead="An account of your own, with a hundred screenshots a month.">
      {faults["form"] !== undefined && <Notice tone="bad">{faults["form"]}</Notice>}
      <form method="post" action={hrefs.signUp}>
        <TextField
          name="name"
          label="Name"
          value={typed["name"]}
          fault={faults["name"]}
          autocomplete="name"
          maxlength={100}
          required
          autofocus
        />
        <TextField
          name="email"
          label="Email"
          type="email"
          value={typed["email"]}
          fault={faults["email"]}
          autocomplete="username"
          maxlength={254}
          required
        />
        <TextField
          name="password"
          label="Password"
          type="password"
          hint={PASSWORD_HINT}
          fault={faults["password"]}
          autocomplete="new-password"
          required
        />
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
