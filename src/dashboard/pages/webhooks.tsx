// The account's webhooks, and the form for a new one.
import type { Context } from "hono";
import { ServiceError } from "../../contract/errors.ts";
import type { Viewer } from "../../domain/accounts/viewer.ts";
import { createWebhook } from "../../domain/webhooks/create.ts";
import { listWebhooks } from "../../domain/webhooks/list.ts";
import type { Webhook } from "../../domain/webhooks/webhook.ts";
import { type AppEnv, factory } from "../../http/hono.ts";
import { Empty } from "../components/empty.tsx";
import type { Faults, Values } from "../forms/form.tsx";
import { Timestamp } from "../components/timestamp.tsx";
import { WebhookFields } from "../components/webhook-fields.tsx";
import { WebhookSecret } from "../components/webhook-secret.tsx";
import { hrefs } from "../hrefs.ts";
import { Page } from "../layout.tsx";
import { membersOnly } from "../middleware/members-only.ts";
import { noticeOf } from "../notices.ts";
import { readWebhookForm, webhookFaults } from "../forms/webhook-form.ts";

export const webhooksPages = factory
  .createApp()
  .use(hrefs.webhooks, membersOnly())
  .get(hrefs.webhooks, async (c) =>
    c.html(await pageOf(c, { done: noticeOf(c.req.query("done")) })),
  )
  .post(hrefs.webhooks, async (c) => {
    const { ctx, viewer } = c.var;
    const { values, typed, faults } = await readWebhookForm(c);
    if (values === undefined) return c.html(await pageOf(c, { typed, faults }), 422);
    try {
      const { origin } = new URL(c.req.url);
      const made = await createWebhook(ctx, viewer.caller, values, origin);
      return c.html(
        <WebhookSecret
          viewer={viewer}
          title="Your new webhook"
          id={made.webhook.id}
          secret={made.secret}
        />,
        201,
      );
    } catch (error) {
      // What the address or the account does not allow is told beside the form.
      if (!(error instanceof ServiceError)) throw error;
      return c.html(await pageOf(c, { typed, faults: webhookFaults(error) }), error.status);
    }
  });

type Shown = { done?: string | undefined; typed?: Values; faults?: Faults };

async function pageOf(c: Context<AppEnv>, shown: Shown) {
  const { ctx, viewer } = c.var;
  const webhooks = await listWebhooks(ctx, viewer.caller);
  return <Webhooks viewer={viewer} webhooks={webhooks} {...shown} />;
}

type Props = Shown & { viewer: Viewer; webhooks: Webhook[] };

function Webhooks({ viewer, webhooks, done, typed = {}, faults = {} }: Props) {
  return (
    <Page
      title="Webhooks"
      lead="Your own program is told as soon as a screenshot is ready, has failed or is deleted."
      viewer={viewer}
      here="webhooks"
      done={done}
    >
      <section class="panel">
        <h2>Where events go</h2>
        {webhooks.length === 0 ? (
          <Empty title="No webhook yet">
            <p>Name an address below, and send a test to it.</p>
          </Empty>
        ) : (
          <WebhookTable webhooks={webhooks} />
        )}
      </section>
      <section class="panel">
        <h2>New webhook</h2>
        <form method="post" action={hrefs.webhooks}>
          <WebhookFields typed={typed} faults={faults} />
          <button>Create webhook</button>
        </form>
      </section>
    </Page>
  );
}

function WebhookTable({ webhooks }: { webhooks: Webhook[] }) {
  return (
    <div class="scroll" tabindex={0} role="region" aria-label="Webhooks">
      <table class="stack">
        <thead>
          <tr>
            <th>Address</th>
            <th>Events</th>
            <th>State</th>
            <th>Created</th>
          </tr>
        </thead>
        <tbody>
          {webhooks.map(({ id, url, events, enabled, createdAt }) => (
            <tr>
              <td>
                <a class="clip" href={hrefs.webhook(id)}>
                  {url}
                </a>
              </td>
              <td class="soft wide" data-label="Events">
                {events.length === 0 ? "All" : events.join(", ")}
              </td>
              <td data-label="State">
                <span class={enabled ? "badge good" : "badge"}>
                  {enabled ? "Enabled" : "Disabled"}
                </span>
              </td>
              <td class="soft" data-label="Created">
                <Timestamp at={createdAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
