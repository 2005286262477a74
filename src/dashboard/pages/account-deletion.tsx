// Deletes an account after the user has confirmed the email address and the password.
import * as z from "zod";
import { signsInByPassword } from "../../domain/accounts/change-login.ts";
import { type Removal, removeAccount } from "../../domain/accounts/delete-account.ts";
import type { Viewer } from "../../domain/accounts/viewer.ts";
import { factory } from "../../http/hono.ts";
import { type FieldErrors, TextField, type EnteredValues } from "../forms/form.tsx";
import { PasswordField } from "../components/login-fields.tsx";
import { Notice } from "../components/notice.tsx";
import { currentPassword } from "../forms/fields.ts";
import { hrefs } from "../hrefs.ts";
import { Page } from "../layout.tsx";
import { membersOnly } from "../middleware/members-only.ts";
import { readForm } from "../forms/read-form.ts";
import { describePasswordError } from "../auth/sign-in-errors.ts";
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
    const props = { viewer, hasPassword };
    const { values, entered, errors } = await readForm(c, deletionForm(viewer, hasPassword));
    if (values === undefined)
      return c.html(<Deletion {...props} entered={entered} errors={errors} />, 422);
    const removed = await removeAccount(ctx, c.req.raw, viewer, values.password);
    if (removed.refused !== undefined) {
      const { errors: reasons, status, headers } = describeDeletionError(removed);
      return c.html(<Deletion {...props} entered={entered} errors={reasons} />, status, headers);
    }
    setCookies(c, await ctx.identity.signOut(c.req.raw));
    return c.redirect(hrefs.home, 303);
  });

function deletionForm({ email }: Viewer, hasPassword: boolean) {
  const error = `must be ${email}`;
  return z.object({
    email: z
      .string({ error })
      .trim()
      .toLowerCase()
      .refine((entered) => entered === email, { error }),
    password: hasPassword ? currentPassword : z.string().catch(""),
  });
}

function describeDeletionError(removed: Exclude<Removal, { refused?: undefined }>) {
  if (removed.refused !== "only_operator") return describePasswordError(removed, "password");
  const form =
    "This account contains the only operator of the service. Grant operator access to a login of another account first.";
  return { errors: { form }, status: 422 as const, headers: {} };
}

type Props = {
  viewer: Viewer;
  hasPassword: boolean;
  entered?: EnteredValues;
  errors?: FieldErrors;
};

function Deletion({ viewer, hasPassword, entered = {}, errors = {} }: Props) {
  return (
    <Page
      title="Delete account"
      viewer={viewer}
      current="account"
      parent={{ href: hrefs.account, label: "Account" }}
    >
      <Notice tone="bad">
        {errors["form"] ?? (
          <>
            <strong>This cannot be undone.</strong> All screenshots, keys, webhooks and logins of{" "}
            {viewer.accountName} are deleted immediately.
          </>
        )}
      </Notice>
      <section class="panel">
        <form method="post" action={hrefs.accountDeletion}>
          <TextField
            name="email"
            label={`Type ${viewer.email} to confirm`}
            value={entered["email"]}
            error={errors["email"]}
            autocomplete="off"
            required
          />
          {hasPassword && <PasswordField errors={errors} label="Your password" />}
          <div class="actions">
            <button class="danger solid">Delete account</button>
            <a class="button quiet" href={hrefs.account}>
              Cancel
            </a>
          </div>
        </form>
      </section>
    </Page>
  );
}
