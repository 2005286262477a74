// The user's login and account: name, password, sessions, plan limits.
import * as z from "zod";
import { plans } from "../../contract/plans.ts";
import { changePassword, signsInByPassword, rename } from "../../domain/accounts/change-login.ts";
import { endSession, listSessions, type SessionRow } from "../../domain/accounts/sessions.ts";
import type { Viewer } from "../../domain/accounts/viewer.ts";
import type { Context } from "../../domain/context.ts";
import { factory } from "../../http/hono.ts";
import { formatBytes } from "../../lib/data-size.ts";
import type { FieldErrors, EnteredValues } from "../forms/form.tsx";
import { NameField, NewPasswordField, PasswordField } from "../components/login-fields.tsx";
import { Timestamp } from "../components/timestamp.tsx";
import { currentPassword, newPassword, personName } from "../forms/fields.ts";
import { hrefs } from "../hrefs.ts";
import { Page } from "../layout.tsx";
import { membersOnly } from "../middleware/members-only.ts";
import { noticeOf, withNotice } from "../notices.ts";
import { readForm } from "../forms/read-form.ts";
import { describePasswordError } from "../auth/sign-in-errors.ts";
import { setCookies } from "../auth/set-cookies.ts";
import { describeClient } from "../auth/describe-client.ts";

const nameForm = z.object({ name: personName });
const passwordForm = z.object({ currentPassword, newPassword });

export const accountPages = factory
  .createApp()
  .use(`${hrefs.account}/*`, membersOnly())
  .get(hrefs.account, async (c) => {
    const { ctx, viewer } = c.var;
    const notice = noticeOf(c.req.query("done"));
    return c.html(<Account viewer={viewer} {...await load(ctx, viewer)} notice={notice} />);
  })
  .post(`${hrefs.account}/name`, async (c) => {
    const { ctx, viewer } = c.var;
    const { values, ...form } = await readForm(c, nameForm);
    if (values === undefined)
      return c.html(<Account viewer={viewer} {...await load(ctx, viewer)} {...form} />, 422);
    await rename(ctx, viewer, values.name);
    return c.redirect(withNotice(hrefs.account, "renamed"), 303);
  })
  .post(`${hrefs.account}/password`, async (c) => {
    const { ctx, viewer } = c.var;
    const { values, ...form } = await readForm(c, passwordForm);
    if (values === undefined)
      return c.html(<Account viewer={viewer} {...await load(ctx, viewer)} {...form} />, 422);
    const changed = await changePassword(ctx, c.req.raw, viewer, values);
    if (changed.refused !== undefined) {
      const { errors, status, headers } = describePasswordError(changed, "currentPassword");
      const page = <Account viewer={viewer} {...await load(ctx, viewer)} errors={errors} />;
      return c.html(page, status, headers);
    }
    setCookies(c, changed.setCookies);
    return c.redirect(withNotice(hrefs.account, "password-changed"), 303);
  })
  .post(`${hrefs.account}/sessions/:id/end`, async (c) => {
    await endSession(c.var.ctx, c.var.viewer, c.req.param("id"));
    return c.redirect(withNotice(hrefs.account, "session-ended"), 303);
  });

async function load(ctx: Context, viewer: Viewer) {
  const [sessions, hasPassword] = await Promise.all([
    listSessions(ctx, viewer),
    signsInByPassword(ctx, viewer),
  ]);
  return { sessions, hasPassword };
}

type Props = {
  viewer: Viewer;
  sessions: SessionRow[];
  hasPassword: boolean;
  notice?: string | undefined;
  entered?: EnteredValues;
  errors?: FieldErrors | undefined;
};

function Account({ viewer, sessions, hasPassword, notice, entered = {}, errors = {} }: Props) {
  return (
    <Page title="Account" viewer={viewer} current="account" notice={notice}>
      <section class="panel">
        <h2>Profile</h2>
        <form method="post" action={`${hrefs.account}/name`}>
          <NameField
            entered={{ name: viewer.name, ...entered }}
            errors={errors}
            hint={`You sign in as ${viewer.email}.`}
          />
          <button>Save name</button>
        </form>
      </section>
      {hasPassword && <Password errors={errors} email={viewer.email} />}
      <Sessions sessions={sessions} current={viewer.sessionId} />
      <Plan viewer={viewer} />
      <section class="panel">
        <h2>Delete account</h2>
        <p>
          Permanently deletes the account with its screenshots, keys, webhooks and logins. You are
          asked to confirm.
        </p>
        <a class="button danger" href={hrefs.accountDeletion}>
          Delete account…
        </a>
      </section>
    </Page>
  );
}

function Password({ errors, email }: { errors: FieldErrors; email: string }) {
  return (
    <section class="panel">
      <h2>Password</h2>
      <p>Changing the password ends all other sessions.</p>
      <form method="post" action={`${hrefs.account}/password`}>
        <input type="hidden" name="username" autocomplete="username" value={email} />
        <PasswordField errors={errors} name="currentPassword" label="Current password" />
        <NewPasswordField errors={errors} name="newPassword" label="New password" />
        <button>Change password</button>
      </form>
    </section>
  );
}

function Sessions({ sessions, current }: { sessions: SessionRow[]; current: string }) {
  return (
    <section class="panel">
      <h2>Sessions</h2>
      <div class="scroll">
        <table class="stack">
          <thead>
            <tr>
              <th>Browser</th>
              <th>IP address</th>
              <th>Signed in</th>
              <th class="end">
                <span class="hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {sessions.map((session) => (
              <tr>
                <td>
                  <strong>{describeClient(session.userAgent)}</strong>
                </td>
                <td class="soft" data-label="IP address">
                  {session.ipAddress || "Unknown"}
                </td>
                <td class="soft" data-label="Signed in">
                  <Timestamp at={session.createdAt} exact />
                </td>
                <td class="end">
                  {session.id === current ? (
                    <span class="badge good">Current</span>
                  ) : (
                    <form
                      class="inline"
                      method="post"
                      action={`${hrefs.account}/sessions/${session.id}/end`}
                    >
                      <button class="quiet compact">End session</button>
                    </form>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Plan({ viewer }: { viewer: Viewer }) {
  const { plan, limits } = viewer.caller;
  return (
    <section class="panel">
      <h2>Plan</h2>
      <dl class="facts">
        <dt>Account</dt>
        <dd>{viewer.accountName}</dd>
        <dt>Plan</dt>
        <dd>{plans[plan].name}</dd>
        <dt>Screenshots per month</dt>
        <dd class="numeric">{limits.monthlyScreenshots.toLocaleString("en")}</dd>
        <dt>Storage</dt>
        <dd class="numeric">{formatBytes(limits.storageBytes)}</dd>
        <dt>Requests per minute and key</dt>
        <dd class="numeric">{limits.requestsPerMinute.toLocaleString("en")}</dd>
      </dl>
    </section>
  );
}
