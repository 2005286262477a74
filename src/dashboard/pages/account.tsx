// One's own login and account: name, password, sessions, the plan's numbers.
import { z } from "zod";
import { plans } from "../../contract/plans.ts";
import { changePassword, signsInByPassword, rename } from "../../domain/accounts/change-login.ts";
import { endSession, listSessions, type SessionRow } from "../../domain/accounts/sessions.ts";
import type { Viewer } from "../../domain/accounts/viewer.ts";
import type { Context } from "../../domain/context.ts";
import { factory } from "../../http/hono.ts";
import { formatBytes } from "../../lib/data-size.ts";
import type { Faults, Values } from "../forms/form.tsx";
import { NameField, NewPasswordField, PasswordField } from "../components/login-fields.tsx";
import { Timestamp } from "../components/timestamp.tsx";
import { currentPassword, newPassword, personName } from "../forms/fields.ts";
import { hrefs } from "../hrefs.ts";
import { Page } from "../layout.tsx";
import { membersOnly } from "../middleware/members-only.ts";
import { noticeOf, withNotice } from "../notices.ts";
import { readForm } from "../forms/read-form.ts";
import { explainPasswordRefusal } from "../auth/sign-in-errors.ts";
import { setCookies } from "../auth/set-cookies.ts";
import { describeClient } from "../auth/describe-client.ts";

const nameForm = z.object({ name: personName });
const passwordForm = z.object({ currentPassword, newPassword });

export const accountPages = factory
  .createApp()
  .use(`${hrefs.account}/*`, membersOnly())
  .get(hrefs.account, async (c) => {
    const { ctx, viewer } = c.var;
    const done = noticeOf(c.req.query("done"));
    return c.html(<Account viewer={viewer} {...await load(ctx, viewer)} done={done} />);
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
      const { faults, status, headers } = explainPasswordRefusal(changed, "currentPassword");
      const page = <Account viewer={viewer} {...await load(ctx, viewer)} faults={faults} />;
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
  done?: string | undefined;
  typed?: Values;
  faults?: Faults | undefined;
};

function Account({ viewer, sessions, hasPassword, done, typed = {}, faults = {} }: Props) {
  return (
    <Page title="Account" viewer={viewer} here="account" done={done}>
      <section class="panel">
        <h2>You</h2>
        <form method="post" action={`${hrefs.account}/name`}>
          <NameField
            typed={{ name: viewer.name, ...typed }}
            faults={faults}
            hint={`You sign in as ${viewer.email}.`}
          />
          <button>Save name</button>
        </form>
      </section>
      {hasPassword && <Password faults={faults} email={viewer.email} />}
      <Sessions sessions={sessions} current={viewer.sessionId} />
      <Plan viewer={viewer} />
      <section class="panel">
        <h2>Delete this account</h2>
        <p>Its screenshots, keys, webhooks and logins go with it. You are asked once more.</p>
        <a class="button danger" href={hrefs.accountDeletion}>
          Delete account …
        </a>
      </section>
    </Page>
  );
}

function Password({ faults, email }: { faults: Faults; email: string }) {
  return (
    <section class="panel">
      <h2>Password</h2>
      <p>A new one ends every other session.</p>
      <form method="post" action={`${hrefs.account}/password`}>
        <input type="hidden" name="username" autocomplete="username" value={email} />
        <PasswordField faults={faults} name="currentPassword" label="Current password" />
        <NewPasswordField faults={faults} name="newPassword" label="New password" />
        <button>Change password</button>
      </form>
    </section>
  );
}

function Sessions({ sessions, current }: { sessions: SessionRow[]; current: string }) {
  return (
    <section class="panel">
      <h2>Where you are signed in</h2>
      <div class="scroll">
        <table class="stack">
          <thead>
            <tr>
              <th>Browser</th>
              <th>Address</th>
              <th>Since</th>
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
                <td class="soft" data-label="Address">
                  {session.ipAddress || "unknown"}
                </td>
                <td class="soft" data-label="Since">
                  <Timestamp at={session.createdAt} exact />
                </td>
                <td class="end">
                  {session.id === current ? (
                    <span class="badge good">This one</span>
                  ) : (
                    <form
                      class="inline"
                      method="post"
                      action={`${hrefs.account}/sessions/${session.id}/end`}
                    >
                      <button class="quiet compact">Sign out there</button>
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
        <dt>Screenshots a month</dt>
        <dd class="numeric">{limits.monthlyScreenshots.toLocaleString("en")}</dd>
        <dt>Storage</dt>
        <dd class="numeric">{formatBytes(limits.storageBytes)}</dd>
        <dt>Requests a minute, each key</dt>
        <dd class="numeric">{limits.requestsPerMinute.toLocaleString("en")}</dd>
      </dl>
    </section>
  );
}
