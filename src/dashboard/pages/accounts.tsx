// The list of all accounts and the form that creates an invite. Only operators have access.
import * as z from "zod";
import { plans } from "../../contract/plans.ts";
import { INVITE_DAYS } from "../../domain/accounts/invite-token.ts";
import { invite } from "../../domain/accounts/invites.ts";
import {
  type DatabaseSize,
  describeDatabaseSize,
  getDatabaseSize,
  warnOfDatabaseSize,
} from "../../domain/ops/database-size.ts";
import {
  type AccountOverview,
  type AccountPage,
  listAccounts,
} from "../../domain/ops/manage-accounts.ts";
import type { Viewer } from "../../domain/accounts/viewer.ts";
import { factory } from "../../http/hono.ts";
import { formatBytes } from "../../lib/data-size.ts";
import { Copyable } from "../components/copyable.tsx";
import { Empty } from "../components/empty.tsx";
import { type FieldErrors, TextField, type EnteredValues } from "../forms/form.tsx";
import { EmailField } from "../components/login-fields.tsx";
import { Pagination } from "../components/pagination.tsx";
import { SubscriptionBadge } from "../components/subscription-badge.tsx";
import { FormToken, readOnceOf } from "../forms/form-token.tsx";
import { email, label } from "../forms/fields.ts";
import { hrefs } from "../hrefs.ts";
import { Page } from "../layout.tsx";
import { operatorsOnly } from "../middleware/members-only.ts";
import { readForm } from "../forms/read-form.ts";
import { readOnce, showOnce } from "../show-once.ts";

const inviteForm = z.object({ account: label("is required"), email });
const newInvite = z.object({ link: z.string(), account: z.string(), email: z.string() });
const listQuery = z.object({
  search: z.string().trim().max(254).catch(""),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
});

export const accountsPages = factory
  .createApp()
  .use(hrefs.accounts, operatorsOnly())
  .get(hrefs.accounts, async (c) => {
    const { ctx, viewer } = c.var;
    const { search, page } = listQuery.parse(c.req.query());
    const [list, size] = await Promise.all([
      listAccounts(ctx, { search, page }),
      getDatabaseSize(ctx),
    ]);
    return c.html(<Accounts viewer={viewer} list={list} size={size} search={search} />);
  })
  .post(hrefs.accounts, async (c) => {
    const { ctx, viewer } = c.var;
    const { values, entered, errors } = await readForm(c, inviteForm);
    const respondErrors = async (reasons: FieldErrors) => {
      const [list, size] = await Promise.all([
        listAccounts(ctx, { search: "", page: 1 }),
        getDatabaseSize(ctx),
      ]);
      return c.html(
        <Accounts
          viewer={viewer}
          list={list}
          size={size}
          search=""
          entered={entered}
          errors={reasons}
        />,
        422,
      );
    };
    if (values === undefined) return respondErrors(errors);
    const token = await invite(ctx, { ...values, once: await readOnceOf(c, entered) });
    if (token === undefined)
      return respondErrors({ email: "A login with this email address already exists." });
    const link = new URL(hrefs.invite(token), c.req.url).href;
    return showOnce(c, hrefs.createdInvite, { link, ...values });
  })
  .use(hrefs.createdInvite, operatorsOnly())
  .get(hrefs.createdInvite, async (c) => {
    const created = await readOnce(c, newInvite);
    if (created === undefined) return c.redirect(hrefs.accounts, 303);
    return c.html(<Invited viewer={c.var.viewer} {...created} />);
  });

type Props = {
  viewer: Viewer;
  list: AccountPage;
  size: DatabaseSize;
  search: string;
  entered?: EnteredValues;
  errors?: FieldErrors;
};

function Accounts({ viewer, list, size, search, entered = {}, errors = {} }: Props) {
  const pageHref = (page: number) =>
    `${hrefs.accounts}?${new URLSearchParams({ search, page: String(page) }).toString()}`;
  return (
    <Page
      title="Accounts"
      lead="All accounts of this service. Only operators can see this page."
      viewer={viewer}
      current="accounts"
    >
      <section class="panel">
        <h2>{list.total === 1 ? "1 account" : `${list.total.toLocaleString("en")} accounts`}</h2>
        <form method="get" action={hrefs.accounts} role="search">
          <div class="row">
            <TextField name="search" label="Name or email" type="search" value={search} />
            <button class="quiet">Search</button>
          </div>
        </form>
        {list.accounts.length === 0 ? (
          <Empty title="No accounts found">
            <p>No account name or email address contains “{search}”.</p>
          </Empty>
        ) : (
          <AccountTable accounts={list.accounts} />
        )}
        <Pagination page={list.page} pages={list.pages} href={pageHref} />
        <p class="soft small">{warnOfDatabaseSize(size) ?? describeDatabaseSize(size)}</p>
      </section>
      <section class="panel">
        <h2>Invite a user</h2>
        <p>
          Creates a link with which one user can create a login. The link works once. If the account
          does not exist, it is created on the free plan.
        </p>
        <form method="post" action={hrefs.accounts}>
          <FormToken />
          <TextField
            name="account"
            label="Account"
            value={entered["account"]}
            error={errors["account"]}
            autocomplete="off"
            maxlength={100}
            required
          />
          <EmailField entered={entered} errors={errors} autocomplete="off" />
          <button>Create invite</button>
        </form>
      </section>
    </Page>
  );
}

function AccountTable({ accounts }: { accounts: AccountOverview[] }) {
  return (
    <div class="scroll list">
      <table class="stack">
        <thead>
          <tr>
            <th>Account</th>
            <th>Plan</th>
            <th>This month</th>
            <th>Storage</th>
            <th>Status</th>
          </tr>
        </thead>
        <tbody>
          {accounts.map((account) => (
            <tr>
              <td>
                <a href={hrefs.accountOf(account.id)}>
                  <strong>{account.name}</strong>
                </a>
                {account.emails
                  .filter((address) => address !== account.name)
                  .map((address) => (
                    <span class="clip soft small">{address}</span>
                  ))}
              </td>
              <td data-label="Plan">{plans[account.plan].name}</td>
              <td class="numeric" data-label="This month">
                {account.used.toLocaleString("en")}
              </td>
              <td class="numeric nowrap" data-label="Storage">
                {formatBytes(account.storageUsedBytes)}
              </td>
              <td data-label="Status">
                <SubscriptionBadge state={account.subscriptionStatus} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type InvitedProps = { viewer: Viewer; link: string; account: string; email: string };

function Invited({ viewer, link, account, email: address }: InvitedProps) {
  return (
    <Page
      title="Invite created"
      lead={`${address} can join the account “${account}”.`}
      viewer={viewer}
      current="accounts"
      parent={{ href: hrefs.accounts, label: "Accounts" }}
    >
      <section class="panel">
        <h2>Invite link</h2>
        <p>
          Send this link to the user. It works once and expires after {INVITE_DAYS} days. This page
          is available for 10 minutes, and no other page shows the link.
        </p>
        <Copyable id="link" label="Invite link">
          {link}
        </Copyable>
      </section>
    </Page>
  );
}
