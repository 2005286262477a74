// Asks once more before an account goes, and who it is that asks.
import { z } from "zod";
import { signsInByPassword } from "../../domain/accounts/change-login.ts";
import { type Removal, removeAccount } from "../../domain/accounts/delete-account.ts";
import type { Viewer } from "../../domain/accounts/viewer.ts";
import { factory } from "../../http/hono.ts";
import { type Faults, TextField, type Values } from "../forms/form.tsx";
import { PasswordField } from "../components/login-fields.tsx";
import { Notice } from "../components/notice.tsx";
import { currentPassword } from "../forms/fields.ts";
import { hrefs } from "../hrefs.ts";
import { Page } from "../layout.tsx";
import { membersOnly } from "../middleware/members-only.ts";
import { readForm } from "../forms/read-form.ts";
import { explainPasswordRefusal } from "../auth/sign-in-errors.ts";
import { setCookies } from "../auth/set-cookies.ts";

export const accountDeletionPages = factory
  .createApp()
  .use(hrefs.accountDeletion, membersOnly())
  .get(hrefs.accountDeletion, async (c) => {
    const { ctx, viewer } = c.var;
    const hasPassword = await signsInByPassword(ctx, viewer);
    return c.html(<Deletion viewer={viewer} hasPassword={hasPassword} />);
  })
  .post(hrefs.accountDeletion, async (c) => {
    const { ctx, viewer } = c.var;
    const hasPassword = await signsInByPassword(ctx, viewer);
    const shown = { viewer, hasPassword };
    const { values, typed, faults } = await readForm(c, deletionForm(viewer, hasPassword));
    if (values === undefined)
      return c.html(<Deletion {...shown} typed={typed} faults={faults} />, 422);
    const removed = await removeAccount(ctx, c.req.raw, viewer, values.password);
    if (removed.refused !== undefined) {
      const { faults: why, status, headers } = explainRemoval(removed);
      return c.html(<Deletion {...shown} typed={typed} faults={why} />, status, headers);
    }
    setCookies(c, await ctx.identity.signOut(c.req.raw));
    return c.redirect(hrefs.home, 303);
  });

function deletionForm({ email }: Viewer, hasPassword: boolean) {
  const error = `must be ${email}; nothing was deleted`;
  return z.object({
    email: z
      .string({ error })
      .trim()
      .toLowerCase()
      .refine((typed) => typed === email, { error }),
    password: hasPassword ? currentPassword : z.string().catch(""),
  });
}

function explainRemoval(removed: Exclude<Removal, { refused?: undefined }>) {
  if (removed.refused !== "only_operator") return explainPasswordRefusal(removed, "password");
  const form =
    "The service would be left without an operator, and whoever signs up next would become it. Nothing was deleted.";
  return { faults: { form }, status: 422 as const, headers: {} };
}

type Props = { viewer: Viewer; hasPassword: boolean; typed?: Values; faults?: Faults };

function Deletion({ viewer, hasPassword, typed = {}, faults = {} }: Props) {
  return (
    <Page
      title="Delete this account"
      viewer={viewer}
      here="account"
      parent={{ href: hrefs.account, label: "Account" }}
    >
      <Notice tone="bad">
        {faults["form"] ?? (
          <>
            <strong>This cannot be undone.</strong> Every screenshot of {viewer.accountName}, its
            images, keys and webhooks, and everybody’s login to it are deleted at once.
          </>
        )}
      </Notice>
      <section class="panel">
        <form method="post" action={hrefs.accountDeletion}>
          <TextField
            name="email"
            label={`Type ${viewer.email} to go on`}
            value={typed["email"]}
            fault={faults["email"]}
            autocomplete="off"
            required
          />
          {hasPassword && <PasswordField faults={faults} label="Your password" />}
          <div class="actions">
            <button class="danger solid">Delete everything</button>
            <a class="button quiet" href={hrefs.account}>
              Keep it
            </a>
          </div>
        </form>
      </section>
    </Page>
  );
}
