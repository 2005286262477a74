// One account, for operators: its plan, its own numbers, whether it may capture, who of it is an operator.
import { z } from "zod";
import { PLAN_IDS, plans, SUBSCRIPTION_STATES } from "../../contract/plans.ts";
import {
  type AccountOverview,
  changeAccount,
  getAccount,
} from "../../domain/ops/manage-accounts.ts";
import { demote, listLogins, type Login, promote } from "../../domain/accounts/operators.ts";
import type { Viewer } from "../../domain/accounts/viewer.ts";
import type { Context } from "../../domain/context.ts";
import { factory } from "../../http/hono.ts";
import { formatBytes } from "../../lib/data-size.ts";
import { type Faults, SelectField, TextField, type Values } from "../forms/form.tsx";
import { Logins } from "../components/logins.tsx";
import { Timestamp } from "../components/timestamp.tsx";
import { Notice } from "../components/notice.tsx";
import { SubscriptionBadge } from "../components/subscription-badge.tsx";
import { hrefs } from "../hrefs.ts";
import { Page } from "../layout.tsx";
import { operatorsOnly } from "../middleware/members-only.ts";
import { noticeOf, withNotice } from "../notices.ts";
import { readFields, readForm } from "../forms/read-form.ts";

const form = z.object({
  plan: z.enum(PLAN_IDS, { error: "must be one of the plans" }),
  subscriptionStatus: z.enum(SUBSCRIPTION_STATES, { error: "must be one of the states" }),
  monthlyScreenshots: ownNumber(0),
  storageBytes: ownNumber(0),
  requestsPerMinute: ownNumber(1),
  retentionDays: ownNumber(0),
});

const ONLY_OPERATOR = "A service has at least one operator. Make another one first.";

export const accountOperationPages = factory
  .createApp()
  .use(`${hrefs.accounts}/:id/*`, operatorsOnly())
  .get(`${hrefs.accounts}/:id`, async (c) => {
    const { ctx, viewer } = c.var;
    const shown = await load(ctx, c.req.param("id"));
    const done = noticeOf(c.req.query("done"));
    return c.html(<Operation viewer={viewer} {...shown} done={done} />);
  })
  .post(`${hrefs.accounts}/:id`, async (c) => {
    const { ctx, viewer } = c.var;
    const id = c.req.param("id");
    const { values, typed, faults } = await readForm(c, form);
    if (values === undefined) {
      const shown = await load(ctx, id);
      const page = <Operation viewer={viewer} {...shown} typed={typed} faults={faults} />;
      return c.html(page, 422);
    }
    await changeAccount(ctx, id, values);
    return c.redirect(withNotice(hrefs.accountOf(id), "account-changed"), 303);
  })
  .post(`${hrefs.accounts}/:id/operators/:userId`, async (c) => {
    const { ctx, viewer } = c.var;
    const { id, userId } = c.req.param();
    const login = { accountId: id, userId };
    const { operator } = await readFields(c);
    if (operator === "yes") {
      await promote(ctx, login);
      return c.redirect(withNotice(hrefs.accountOf(id), "operator-made"), 303);
    }
    if (!(await demote(ctx, login))) {
      const shown = await load(ctx, id);
      return c.html(<Operation viewer={viewer} {...shown} refusal={ONLY_OPERATOR} />, 422);
    }
    // Who is no operator any more does not see this page any more.
    const next = userId === viewer.userId ? hrefs.overview : hrefs.accountOf(id);
    return c.redirect(withNotice(next, "operator-taken-back"), 303);
  });

async function load(ctx: Context, id: string) {
  const [account, logins] = await Promise.all([getAccount(ctx, id), listLogins(ctx, id)]);
  return { account, logins };
}

/** Nothing typed means the plan's number. */
function ownNumber(min: number) {
  const error = `must be a whole number from ${min} on, or empty`;
  return z
    .string()
    .trim()
    .regex(/^\d*$/, { error })
    .transform((text) => (text === "" ? null : Number(text)))
    .pipe(z.number().int().min(min, { error }).max(Number.MAX_SAFE_INTEGER, { error }).nullable());
}

type Props = {
  viewer: Viewer;
  account: AccountOverview;
  logins: Login[];
  done?: string | undefined;
  /** Why nothing was changed about the logins. */
  refusal?: string;
  typed?: Values;
  faults?: Faults;
};

function Operation({ viewer, account, logins, done, refusal, typed = {}, faults = {} }: Props) {
  return (
    <Page
      title={account.name}
      viewer={viewer}
      here="accounts"
      done={done}
      parent={{ href: hrefs.accounts, label: "Accounts" }}
    >
      <section class="panel">
        <h2>Now</h2>
        <dl class="facts">
          <dt>State</dt>
          <dd>
            <SubscriptionBadge state={account.subscriptionStatus} />
          </dd>
          <dt>Screenshots this month</dt>
          <dd class="numeric">{account.used.toLocaleString("en")}</dd>
          <dt>Storage used</dt>
          <dd class="numeric">{formatBytes(account.storageUsedBytes)}</dd>
          <dt>Opened</dt>
          <dd>
            <Timestamp at={account.createdAt} />
          </dd>
        </dl>
      </section>
      <section class="panel">
        <h2>Logins</h2>
        {refusal !== undefined && <Notice tone="bad">{refusal}</Notice>}
        <Logins accountId={account.id} logins={logins} />
      </section>
      <section class="panel">
        <h2>Plan and numbers</h2>
        <p>An empty field keeps the number of the plan. Changes hold from the next request on.</p>
        <form method="post" action={hrefs.accountOf(account.id)}>
          <SelectField
            name="plan"
            label="Plan"
            value={typed["plan"] ?? account.plan}
            fault={faults["plan"]}
            choices={PLAN_IDS.map((id) => [id, plans[id].name])}
          />
          <SelectField
            name="subscriptionStatus"
            label="State"
            value={typed["subscriptionStatus"] ?? account.subscriptionStatus}
            fault={faults["subscriptionStatus"]}
            hint="A suspended account keeps what it has and captures nothing new."
            choices={[
              ["active", "Active"],
              ["trialing", "Trialing"],
              ["past_due", "Past due"],
              ["canceled", "Suspended"],
            ]}
          />
          <Numbers account={account} typed={typed} faults={faults} />
          <button>Save</button>
        </form>
      </section>
    </Page>
  );
}

function Numbers({
  account,
  typed,
  faults,
}: {
  account: AccountOverview;
  typed: Values;
  faults: Faults;
}) {
  const { limits } = plans[account.plan];
  const fields = [
    ["monthlyScreenshots", "Screenshots a month"],
    ["storageBytes", "Storage, bytes"],
    ["requestsPerMinute", "Requests a minute"],
  ] as const;
  const all = [
    ...fields.map(([name, label]) => {
      const hint = `The plan has ${limits[name].toLocaleString("en")}.`;
      return [name, label, hint] as const;
    }),
    [
      "retentionDays",
      "Days for which images are kept",
      "0 is for ever; empty, as the service is set up. Older images go within a minute or so.",
    ],
  ] as const;
  return all.map(([name, label, hint]) => (
    <TextField
      name={name}
      label={label}
      inputmode="numeric"
      value={typed[name] ?? account[name]?.toString() ?? ""}
      fault={faults[name]}
      hint={hint}
      autocomplete="off"
    />
  ));
}
