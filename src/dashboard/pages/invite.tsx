// Accepts an invite: the user chooses a name and a password.
import * as z from "zod";
import { ServiceError } from "../../contract/errors.ts";
import { acceptInvite, type Invite, readInvite } from "../../domain/accounts/invites.ts";
import type { Context } from "../../domain/context.ts";
import { factory } from "../../http/hono.ts";
import type { FieldErrors, EnteredValues } from "../forms/form.tsx";
import { EmailField, NameField, NewPasswordField } from "../components/login-fields.tsx";
import { newPassword, personName } from "../forms/fields.ts";
import { hrefs } from "../hrefs.ts";
import { NarrowPage } from "../layout.tsx";
import { respondSignIn } from "../auth/respond-sign-in.ts";
import { pageRules } from "../middleware/page-rules.ts";
import { readForm } from "../forms/read-form.ts";

const acceptForm = z.object({ name: personName, password: newPassword });

export const invitePages = factory
  .createApp()
  .use("/invite/:token", pageRules())
  .get("/invite/:token", async (c) => {
    const token = c.req.param("token");
    return c.html(<Accept token={token} invite={await getInvite(c.var.ctx, token)} />);
  })
  .post("/invite/:token", async (c) => {
    const { ctx } = c.var;
    const token = c.req.param("token");
    const invite = await getInvite(ctx, token);
    const { values, entered, errors } = await readForm(c, acceptForm);
    const form = (reasons: FieldErrors) => (
      <Accept token={token} invite={invite} entered={entered} errors={reasons} />
    );
    if (values === undefined) return c.html(form(errors), 422);
    const accepted = await acceptInvite(ctx, c.req.raw, token, invite, values);
    return respondSignIn(c, accepted, hrefs.overview, form);
  });

/** Throws ServiceError(not_found) when the link is unknown, used or expired. */
async function getInvite(ctx: Context, token: string): Promise<Invite> {
  const invite = await readInvite(ctx, token);
  if (invite === undefined) throw new ServiceError("not_found");
  return invite;
}

type Props = { token: string; invite: Invite; entered?: EnteredValues; errors?: FieldErrors };

function Accept({ token, invite, entered = {}, errors = {} }: Props) {
  return (
    <NarrowPage
      title="Accept the invite"
      lead={`Create your login to the account “${invite.accountName}”.`}
      error={errors["form"]}
    >
      <form method="post" action={hrefs.invite(token)}>
        <EmailField entered={invite} errors={errors} readonly />
        <NameField entered={entered} errors={errors} autofocus />
        <NewPasswordField errors={errors} />
        <button class="whole">Create login</button>
      </form>
    </NarrowPage>
  );
}
