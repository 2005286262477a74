// The list of webhooks, and the form that creates one.
import type { Context } from "hono";
import { ServiceError } from "../../contract/errors.ts";
import type { Viewer } from "../../domain/accounts/viewer.ts";
import { createWebhook } from "../../domain/webhooks/create.ts";
import {
  HEALTH_DELIVERIES,
  listWebhookHealth,
  type WebhookHealth,
} from "../../domain/webhooks/list.ts";
import { type AppEnv, factory } from "../../http/hono.ts";
import { Empty } from "../components/empty.tsx";
import type { FieldErrors, EnteredValues } from "../forms/form.tsx";
import { Timestamp } from "../components/timestamp.tsx";
import { WebhookFields } from "../components/webhook-fields.tsx";
import { hrefs } from "../hrefs.ts";
import { Page } from "../layout.tsx";
import { membersOnly } from "../middleware/members-only.ts";
import { noticeOf } from "../notices.ts";
import { showOnce } from "../show-once.ts";
import { FormToken, readOnceOf } from "../forms/form-token.tsx";
import { readWebhookForm, webhookErrors } from "../forms/webhook-form.ts";

export const webhooksPages = factory
  .createApp()
  .use(hrefs.webhooks, membersOnly())
  .get(hrefs.webhooks, async (c) =>
    c.html(await renderWebhooks(c, { notice: noticeOf(c.req.query("done")) })),
  )
  .post(hrefs.webhooks, async (c) => {
    const { ctx, viewer } = c.var;
    const { values, entered, errors } = await readWebhookForm(c);
    if (values === undefined) return c.html(await renderWebhooks(c, { entered, errors }), 422);
    try {
      const { origin } = new URL(c.req.url);
      const once = await readOnceOf(c, entered);
      const created = await createWebhook(ctx, viewer.caller, values, origin, once);
      const { webhook, secret } = created;
      return await showOnce(c, hrefs.webhookSecret(webhook.id), { made: "created", secret });
    } catch (error) {
      // Show a refused URL or a reached limit as an error of the form.
      if (!(error instanceof ServiceError)) throw error;
      return c.html(
        await renderWebhooks(c, { entered, errors: webhookErrors(error) }),
        error.status,
      );
    }
  });

type FormState = { notice?: string | undefined; entered?: EnteredValues; errors?: FieldErrors };

async function renderWebhooks(c: Context<AppEnv>, state: FormState) {
  const { ctx, viewer } = c.var;
  const webhooks = await listWebhookHealth(ctx, viewer.caller);
  return <Webhooks viewer={viewer} webhooks={webhooks} {...state} />;
}

type Props = FormState & { viewer: Viewer; webhooks: WebhookHealth[] };

function Webhooks({ viewer, webhooks, notice, entered = {}, errors = {} }: Props) {
  return (
    <Page
      title="Webhooks"
      lead="Receive an HTTP request when a screenshot is completed, fails or is deleted."
      viewer={viewer}
      current="webhooks"
      notice={notice}
    >
      <section class="panel">
        <h2>Endpoints</h2>
        {webhooks.length === 0 ? (
          <Empty title="No webhooks yet">
            <p>Create a webhook below, then send a test event to it.</p>
          </Empty>
        ) : (
          <WebhookTable webhooks={webhooks} />
        )}
      </section>
      <section class="panel">
        <h2>New webhook</h2>
        <form method="post" action={hrefs.webhooks}>
          <FormToken />
          <WebhookFields entered={entered} errors={errors} />
          <button>Create webhook</button>
        </form>
      </section>
    </Page>
  );
}

function WebhookTable({ webhooks }: { webhooks: WebhookHealth[] }) {
  return (
    <div class="scroll" tabindex={0} role="region" aria-label="Webhooks">
      <table class="stack">
        <thead>
          <tr>
            <th>URL</th>
            <th>Events</th>
            <th>Status</th>
            <th>Last delivery</th>
            <th>Failures in a row</th>
          </tr>
        </thead>
        <tbody>
          {webhooks.map(({ webhook: { id, url, events, enabled }, last, failuresInRow }) => (
            <tr>
              <td>
                <a class="clip" href={hrefs.webhook(id)}>
                  {url}
                </a>
              </td>
              <td class="soft wide" data-label="Events">
                {events.length === 0 ? "All" : events.join(", ")}
              </td>
              <td data-label="Status">
                <span class={enabled ? "badge good" : "badge"}>
                  {enabled ? "Enabled" : "Disabled"}
                </span>
              </td>
              <td class="soft" data-label="Last delivery">
                <LastDelivery last={last} />
              </td>
              <td
                class={failuresInRow > 0 ? "numeric failing" : "numeric"}
                data-label="Failures in a row"
              >
                {failuresInRow === HEALTH_DELIVERIES
                  ? `${HEALTH_DELIVERIES} or more`
                  : failuresInRow}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function LastDelivery({ last }: Pick<WebhookHealth, "last">) {
  if (last === undefined) return "None";
  const { status, createdAt } = last;
  return (
    <>
      <span class={status === "failed" ? "badge bad" : "badge good"}>
        {status === "failed" ? "Failed" : "Delivered"}
      </span>{" "}
      <Timestamp at={createdAt} exact />
    </>
  );
}
