// The page of one account for operators: usage, logins, plan and limits.
import * as z from "zod";
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
import { formatBytes, parseBytes } from "../../lib/data-size.ts";
import { type FieldErrors, SelectField, TextField, type EnteredValues } from "../forms/form.tsx";
import { Logins } from "../components/logins.tsx";
import { Timestamp } from "../components/timestamp.tsx";
import { Notice } from "../components/notice.tsx";
import { SubscriptionBadge } from "../components/subscription-badge.tsx";
import { hrefs } from "../hrefs.ts";
import { Page } from "../layout.tsx";
import { operatorsOnly } from "../middleware/members-only.ts";
import { noticeOf, withNotice } from "../notices.ts";
import { readFields, readForm } from "../forms/read-form.ts";

const accountForm = z.object({
  plan: z.enum(PLAN_IDS, { error: "must be one of the plans" }),
  subscriptionStatus: z.enum(SUBSCRIPTION_STATES, { error: "must be one of the statuses" }),
  monthlyScreenshots: limitOverride(0),
  storageBytes: sizeOverride(),
  requestsPerMinute: limitOverride(1),
  retentionDays: limitOverride(0),
  recordRetentionDays: limitOverride(0),
});

const ONLY_OPERATOR =
  "The service needs at least one operator. Grant operator access to another login first.";

export const accountOpsPages = factory
  .createApp()
  .use(`${hrefs.accounts}/:id/*`, operatorsOnly())
  .get(`${hrefs.accounts}/:id`, async (c) => {
    const { ctx, viewer } = c.var;
    const loaded = await load(ctx, c.req.param("id"));
    const notice = noticeOf(c.req.query("done"));
    return c.html(<AccountOps viewer={viewer} {...loaded} notice={notice} />);
  })
  .post(`${hrefs.accounts}/:id`, async (c) => {
    const { ctx, viewer } = c.var;
    const id = c.req.param("id");
    const { values, entered, errors } = await readForm(c, accountForm);
    if (values === undefined) {
      const loaded = await load(ctx, id);
      const page = <AccountOps viewer={viewer} {...loaded} entered={entered} errors={errors} />;
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
      return c.redirect(withNotice(hrefs.accountOf(id), "operator-granted"), 303);
    }
    if (!(await demote(ctx, login))) {
      const loaded = await load(ctx, id);
      return c.html(<AccountOps viewer={viewer} {...loaded} loginError={ONLY_OPERATOR} />, 422);
    }
    // Operators who removed their own access cannot open this page again.
    const next = userId === viewer.userId ? hrefs.overview : hrefs.accountOf(id);
    return c.redirect(withNotice(next, "operator-removed"), 303);
  });

async function load(ctx: Context, id: string) {
  const [account, logins] = await Promise.all([getAccount(ctx, id), listLogins(ctx, id)]);
  return { account, logins };
}

/** Accepts an empty field as null, which means that the limit of the plan applies. */
function limitOverride(min: number) {
  const error = `must be a whole number of at least ${min}, or empty`;
  return z
    .string()
    .trim()
    .regex(/^\d*$/, { error })
    .transform((text) => (text === "" ? null : Number(text)))
    .pipe(z.number().int().min(min, { error }).max(Number.MAX_SAFE_INTEGER, { error }).nullable());
}

/** Like limitOverride(), for a size such as "5 GB". */
function sizeOverride() {
  return z
    .string()
    .trim()
    .transform((text) => (text === "" ? null : parseBytes(text)))
    .refine((bytes) => bytes !== undefined, { error: "must be a size such as 5 GB, or empty" })
    .transform((bytes) => bytes ?? null);
}

/** Shows a size in units if they are exact, otherwise in bytes. */
function sizeText(bytes: number): string {
  const text = formatBytes(bytes);
  return parseBytes(text) === bytes ? text : String(bytes);
}

type Props = {
  viewer: Viewer;
  account: AccountOverview;
  logins: Login[];
  notice?: string | undefined;
  /** Why the change of a login was refused. */
  loginError?: string;
  entered?: EnteredValues;
  errors?: FieldErrors;
};

function AccountOps({
  viewer,
  account,
  logins,
  notice,
  loginError,
  entered = {},
  errors = {},
}: Props) {
  return (
    <Page
      title={account.name}
      viewer={viewer}
      current="accounts"
      notice={notice}
      parent={{ href: hrefs.accounts, label: "Accounts" }}
    >
      <section class="panel">
        <h2>Usage</h2>
        <dl class="facts">
          <dt>Status</dt>
          <dd>
            <SubscriptionBadge state={account.subscriptionStatus} />
          </dd>
          <dt>Screenshots this month</dt>
          <dd class="numeric">{account.used.toLocaleString("en")}</dd>
          <dt>Storage used</dt>
          <dd class="numeric">{formatBytes(account.storageUsedBytes)}</dd>
          <dt>Created</dt>
          <dd>
            <Timestamp at={account.createdAt} />
          </dd>
        </dl>
      </section>
      <section class="panel">
        <h2>Logins</h2>
        {loginError !== undefined && <Notice tone="bad">{loginError}</Notice>}
        <Logins accountId={account.id} logins={logins} />
      </section>
      <section class="panel">
        <h2>Plan and limits</h2>
        <p>Leave a field empty to use the limit of the plan. Changes apply to the next request.</p>
        <form method="post" action={hrefs.accountOf(account.id)}>
          <SelectField
            name="plan"
            label="Plan"
            value={entered["plan"] ?? account.plan}
            error={errors["plan"]}
            choices={PLAN_IDS.map((id) => [id, plans[id].name])}
          />
          <SelectField
            name="subscriptionStatus"
            label="Status"
            value={entered["subscriptionStatus"] ?? account.subscriptionStatus}
            error={errors["subscriptionStatus"]}
            hint="A suspended account keeps its screenshots but cannot capture."
            choices={[
              ["active", "Active"],
              ["trialing", "Trialing"],
              ["past_due", "Past due"],
              ["canceled", "Suspended"],
            ]}
          />
          <LimitFields account={account} entered={entered} errors={errors} />
          <button>Save</button>
        </form>
      </section>
    </Page>
  );
}

function LimitFields({
  account,
  entered,
  errors,
}: {
  account: AccountOverview;
  entered: EnteredValues;
  errors: FieldErrors;
}) {
  const { limits } = plans[account.plan];
  const planLimit = (limit: number) => `Plan limit: ${limit.toLocaleString("en")}.`;
  const all = [
    ["monthlyScreenshots", "Screenshots per month", planLimit(limits.monthlyScreenshots)],
    [
      "storageBytes",
      "Storage",
      `A size such as 500 MB or 5 GB. Plan limit: ${formatBytes(limits.storageBytes)}.`,
    ],
    ["requestsPerMinute", "Requests per minute and key", planLimit(limits.requestsPerMinute)],
    [
      "retentionDays",
      "Image retention (days)",
      "0 keeps images indefinitely. Leave empty to use the default of the service. Expired images are deleted within a few minutes.",
    ],
    [
      "recordRetentionDays",
      "Record retention (days)",
      "0 keeps records indefinitely. Leave empty to use the default of the service. Old records move to archives, without their images.",
    ],
  ] as const;
  const stored = (name: (typeof all)[number][0]) => {
    const value = account[name];
    if (value === null) return "";
    return name === "storageBytes" ? sizeText(value) : String(value);
  };
  return all.map(([name, label, hint]) => (
    <TextField
      name={name}
      label={label}
      {...(name === "storageBytes" ? {} : { inputmode: "numeric" })}
      value={entered[name] ?? stored(name)}
      error={errors[name]}
      hint={hint}
      autocomplete="off"
    />
  ));
}
