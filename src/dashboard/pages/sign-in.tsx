// Signing in and out.
import { z } from "zod";
import { maySignUp } from "../../domain/accounts/first-login.ts";
import { signIn } from "../../domain/accounts/sign-in.ts";
import type { Context } from "../../domain/context.ts";
import { factory } from "../../http/hono.ts";
import { landing } from "../auth/return-to.ts";
import type { Faults, Values } from "../forms/form.tsx";
import { EmailField, PasswordField } from "../components/login-fields.tsx";
import { currentPassword } from "../forms/fields.ts";
import { hrefs } from "../hrefs.ts";
import { NarrowPage } from "../layout.tsx";
import { respondSignIn } from "../auth/respond-sign-in.ts";
import { pageRules } from "../middleware/page-rules.ts";
import { readForm } from "../forms/read-form.ts";
import { setCookies } from "../auth/set-cookies.ts";
import { explainGitHub, GitHubLink } from "./github.tsx";

const signInForm = z.object({
  email: z.string().trim().min(1, { error: "is needed" }).max(254),
  password: currentPassword,
  next: z.string().optional(),
});

export const signInPages = factory
  .createApp()
  .use(hrefs.signIn, pageRules())
  .use(hrefs.signOut, pageRules())
  .get(hrefs.signIn, async (c) => {
    const typed = { next: c.req.query("next") };
    const faults = { form: explainGitHub(c.req.query("error")) };
    return c.html(<SignIn doors={await findDoors(c.var.ctx)} typed={typed} faults={faults} />);
  })
  .post(hrefs.signIn, async (c) => {
    const { ctx } = c.var;
    const doors = await findDoors(ctx);
    const { values, typed, faults } = await readForm(c, signInForm);
    const form = (why: Faults) => <SignIn doors={doors} typed={typed} faults={why} />;
    if (values === undefined) return c.html(form(faults), 422);
    const signedIn = await signIn(ctx, c.req.raw, values);
    return respondSignIn(c, signedIn, landing(values.next, c.req.raw), form);
  })
  .post(hrefs.signOut, async (c) => {
    setCookies(c, await c.var.ctx.identity.signOut(c.req.raw));
    return c.redirect(hrefs.home, 303);
  });

/** The other ways in. */
type Doors = { signUp: boolean; gitHub: boolean };

async function findDoors(ctx: Context): Promise<Doors> {
  return { signUp: await maySignUp(ctx), gitHub: ctx.identity.hasGitHub };
}

function SignIn({ doors, typed, faults }: { doors: Doors; typed: Values; faults: Faults }) {
  return (
    <NarrowPage
      title="Sign in"
      lead="To your screenshots, keys and numbers."
      fault={faults["form"]}
    >
      <form method="post" action={hrefs.signIn}>
        <EmailField typed={typed} faults={faults} autofocus />
        <PasswordField faults={faults} />
        {typed["next"] !== undefined && <input type="hidden" name="next" value={typed["next"]} />}
        <button class="whole">Sign in</button>
      </form>
      {doors.gitHub && <GitHubLink next={typed["next"]} />}
      {doors.signUp && (
        <p class="below">
          New here? <a href={hrefs.signUp}>Sign up</a>
        </p>
      )}
    </NarrowPage>
  );
}
