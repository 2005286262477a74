// Accepting an invite: a name and a password make the login.
import { z } from "zod";
import { ServiceError } from "../../contract/errors.ts";
import { acceptInvite, type Invite, readInvite } from "../../domain/accounts/invites.ts";
import type { Context } from "../../domain/context.ts";
import { factory } from "../../http/hono.ts";
import { type Faults, TextField, type Values } from "../components/form.tsx";
import { Notice } from "../components/notice.tsx";
import { newPassword, PASSWORD_HINT, personName } from "../fields.ts";
import { hrefs } from "../hrefs.ts";
import { NarrowPage } from "../layout.tsx";
import { pageRules } from "../middleware/page-rules.ts";
import { readForm } from "../read-form.ts";
import { explainRefusal } from "../refusals.ts";
import { setCookies } from "../set-cookies.ts";

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
    if (values === undefined)
      return c.html(<Accept token={token} invite={invite} typed={typed} faults={faults} />, 422);
    const accepted = await acceptInvite(ctx, c.req.raw, token, invite, values);
    if (accepted.refused !== undefined) {
      const { faults: why, status, headers } = explainRefusal(accepted);
      const page = <Accept token={token} invite={invite} typed={typed} faults={why} />;
      return c.html(page, status, headers);
    }
    setCookies(c, accepted.setCookies);
    return c.redirect(hrefs.overview, 303);
  });

/** Throws not_found for a link that is unknown, used up or too old. */
async function getInvite(ctx: Context, token: string): Promise<Invite> {
  const invite = await readInvite(ctx, token);
  if (invite === undefined) throw new ServiceError("not_found");
  return invite;
}

type Props = { token: string; invite: Invite; typed?: Values; faults?: Faults };

function Accept({ token, invite, typed = {}, faults = {} }: Props) {
  const refusal = faults["form"] ?? faults["email"];
  return (
    <NarrowPage title="Welcome" lead={`You are invited to the account “${invite.accountName}”.`}>
      {refusal !== undefined && <Notice tone="bad">{refusal}</Notice>}
      <form method="post" action={hrefs.invite(token)}>
        <TextField
          name="email"
          label="Email"
          type="email"
          value={invite.email}
          autocomplete="username"
          readonly
        />
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
          name="password"
          label="Password"
          type="password"
          hint={PASSWORD_HINT}
          fault={faults["password"]}
          autocomplete="new-password"
          required
        />
        <button class="whole">Begin</button>
      </form>
    </NarrowPage>
  );
}
