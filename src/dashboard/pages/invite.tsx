// Accepting an invite: a name and a password make the login.
import { z } from "zod";
import { ServiceError } from "../../contract/errors.ts";
import { acceptInvite, type Invite, readInvite } from "../../domain/accounts/invites.ts";
import type { Context } from "../../domain/context.ts";
import { factory } from "../../http/hono.ts";
import type { Faults, Values } from "../forms/form.tsx";
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
    const { values, typed, faults } = await readForm(c, acceptForm);
    const form = (why: Faults) => (
      <Accept token={token} invite={invite} typed={typed} faults={why} />
    );
    if (values === undefined) return c.html(form(faults), 422);
    const accepted = await acceptInvite(ctx, c.req.raw, token, invite, values);
    return respondSignIn(c, accepted, hrefs.overview, form);
  });

/** Throws not_found for a link that is unknown, used up or too old. */
async function getInvite(ctx: Context, token: string): Promise<Invite> {
  const invite = await readInvite(ctx, token);
  if (invite === undefined) throw new ServiceError("not_found");
  return invite;
}

type Props = { token: string; invite: Invite; typed?: Values; faults?: Faults };

function Accept({ token, invite, typed = {}, faults = {} }: Props) {
  return (
    <NarrowPage
      title="Welcome"
      lead={`You are invited to the account “${invite.accountName}”.`}
      fault={faults["form"]}
    >
      <form method="post" action={hrefs.invite(token)}>
        <EmailField typed={invite} faults={faults} readonly />
        <NameField typed={typed} faults={faults} autofocus />
        <NewPasswordField faults={faults} />
        <button class="whole">Begin</button>
      </form>
    </NarrowPage>
  );
}
