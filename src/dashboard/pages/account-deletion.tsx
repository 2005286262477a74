// Asks once more before an account goes.
import { z } from "zod";
import { removeAccount } from "../../domain/accounts/delete-account.ts";
import type { Viewer } from "../../domain/accounts/viewer.ts";
import { factory } from "../../http/hono.ts";
import { TextField } from "../components/form.tsx";
import { Notice } from "../components/notice.tsx";
import { hrefs } from "../hrefs.ts";
import { Page } from "../layout.tsx";
import { membersOnly } from "../middleware/members-only.ts";
import { readForm } from "../read-form.ts";
import { setCookies } from "../set-cookies.ts";

const deletionForm = z.object({ email: z.string().trim().toLowerCase() });

const ONLY_OPERATOR =
  "The service would be left without an operator, and whoever signs up next would become it. Nothing was deleted.";

export const accountDeletionPages = factory
  .createApp()
  .use(hrefs.accountDeletion, membersOnly())
  .get(hrefs.accountDeletion, (c) => c.html(<Deletion viewer={c.var.viewer} />))
  .post(hrefs.accountDeletion, async (c) => {
    const { ctx, viewer } = c.var;
    const { values } = await readForm(c, deletionForm);
    if (values?.email !== viewer.email) {
      const fault = `This is not ${viewer.email}; nothing was deleted.`;
      return c.html(<Deletion viewer={viewer} fault={fault} />, 422);
    }
    if (!(await removeAccount(ctx, viewer.caller.accountId)))
      return c.html(<Deletion viewer={viewer} fault={ONLY_OPERATOR} />, 422);
    setCookies(c, await ctx.identity.signOut(c.req.raw));
    return c.redirect(hrefs.home, 303);
  });

function Deletion({ viewer, fault }: { viewer: Viewer; fault?: string }) {
  return (
    <Page
      title="Delete this account"
      viewer={viewer}
      here="account"
      parent={{ href: hrefs.account, label: "Account" }}
    >
      <Notice tone="bad">
        <strong>This cannot be undone.</strong> Every screenshot of {viewer.accountName}, its
        images, keys and webhooks, and everybody’s login to it are deleted at once.
      </Notice>
      <section class="panel">
        <form method="post" action={hrefs.accountDeletion}>
          <TextField
            name="email"
            label={`Type ${viewer.email} to go on`}
            fault={fault}
            autocomplete="off"
            required
          />
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
