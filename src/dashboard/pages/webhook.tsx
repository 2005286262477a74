// One webhook: its settings, what can be done with it, and what was sent to it.
import type { Context } from "hono";
import { z } from "zod";
import { ServiceError } from "../../contract/errors.ts";
import { deliveriesQueryShape } from "../../contract/webhooks.ts";
import { getOwnedDelivery, getOwnedWebhook } from "../../domain/webhooks/get-owned.ts";
import { listDeliveries } from "../../domain/webhooks/list.ts";
import { removeWebhook } from "../../domain/webhooks/remove.ts";
import { replayDelivery } from "../../domain/webhooks/replay.ts";
import { rotateWebhookSecret } from "../../domain/webhooks/rotate-secret.ts";
import { testWebhook } from "../../domain/webhooks/send-test.ts";
import { bodyOfDelivery } from "../../domain/webhooks/show-delivery.ts";
import { updateWebhook } from "../../domain/webhooks/update.ts";
import { type AppEnv, factory } from "../../http/hono.ts";
import { Confirm } from "../components/confirm.tsx";
import { Deliveries } from "../components/deliveries.tsx";
import type { Faults, Values } from "../forms/form.tsx";
import { Notice } from "../components/notice.tsx";
import { Pagination } from "../components/pagination.tsx";
import { WebhookFields } from "../components/webhook-fields.tsx";
import { WebhookSecret } from "../components/webhook-secret.tsx";
import { hrefs } from "../hrefs.ts";
import { Page } from "../layout.tsx";
import { membersOnly } from "../middleware/members-only.ts";
import { noticeOf, withNotice } from "../notices.ts";
import { readWebhookForm, typedForWebhook, webhookFaults } from "../forms/webhook-form.ts";

const one = `${hrefs.webhooks}/:id` as const;
const PER_PAGE = 20;
const whichPage = z.object({ page: deliveriesQueryShape.page }).catch({ page: 1 });

export const webhookPages = factory
  .createApp()
  .use(`${hrefs.webhooks}/*`, membersOnly())
  .get(one, async (c) => c.html(await pageOf(c, { done: noticeOf(c.req.query("done")) })))
  .post(one, async (c) => {
    const id = c.req.param("id");
    const { values, typed, faults } = await readWebhookForm(c);
    if (values === undefined) return c.html(await pageOf(c, { typed, faults }), 422);
    try {
      const { ctx, viewer } = c.var;
      await updateWebhook(ctx, viewer.caller, id, values, new URL(c.req.url).origin);
    } catch (error) {
      // What the address does not allow is told beside it.
      if (!(error instanceof ServiceError) || error.code !== "url_not_allowed") throw error;
      return c.html(await pageOf(c, { typed, faults: webhookFaults(error) }), 422);
    }
    return c.redirect(withNotice(hrefs.webhook(id), "webhook-saved"), 303);
  })
  .post(`${one}/test`, async (c) => {
    const id = c.req.param("id");
    const { status } = await testWebhook(c.var.ctx, c.var.viewer.caller, id);
    const hasArrived = status === "delivered";
    const href = hasArrived
      ? withNotice(hrefs.webhook(id), "webhook-answers")
      : hrefs.silentWebhook(id);
    return c.redirect(href, 303);
  })
  .post(`${one}/rotate`, async (c) => {
    const { ctx, viewer } = c.var;
    const { webhook, secret } = await rotateWebhookSecret(ctx, viewer.caller, c.req.param("id"));
    const note = "For a day events are signed with the one before, too.";
    return c.html(
      <WebhookSecret
        viewer={viewer}
        title="A new secret"
        id={webhook.id}
        secret={secret}
        note={note}
      />,
    );
  })
  .post(`${one}/delete`, async (c) => {
    await removeWebhook(c.var.ctx, c.var.viewer.caller, c.req.param("id"));
    return c.redirect(withNotice(hrefs.webhooks, "webhook-deleted"), 303);
  })
  .post(`${hrefs.webhooks}/deliveries/:id/replay`, async (c) => {
    const { ctx, viewer } = c.var;
    const { webhook } = await getOwnedDelivery(ctx, viewer.caller, c.req.param("id"));
    await replayDelivery(ctx, viewer.caller, c.req.param("id"));
    return c.redirect(withNotice(hrefs.webhook(webhook.id), "delivery-replayed"), 303);
  });

type Shown = { done?: string | undefined; typed?: Values; faults?: Faults };

async function pageOf(c: Context<AppEnv, typeof one>, { done, typed, faults = {} }: Shown) {
  const { ctx, viewer } = c.var;
  const id = c.req.param("id");
  const webhook = await getOwnedWebhook(ctx, viewer.caller, id);
  const { page } = whichPage.parse(c.req.query());
  const query = { page, limit: PER_PAGE, status: undefined };
  const { deliveries, pagination } = await listDeliveries(ctx, viewer.caller, id, query);
  const sent = deliveries.map((delivery) => ({
    delivery,
    body: bodyOfDelivery(ctx, webhook, delivery),
  }));
  return (
    <Page
      title="Webhook"
      lead={webhook.url}
      viewer={viewer}
      here="webhooks"
      parent={{ href: hrefs.webhooks, label: "Webhooks" }}
      done={done}
      actions={<Actions id={id} enabled={webhook.enabled} />}
    >
      {c.req.query("test") === "silent" && (
        <Notice tone="warn">The test did not arrive: why not stands below.</Notice>
      )}
      <section class="panel">
        <h2>Deliveries</h2>
        <Deliveries sent={sent} canReplay={webhook.enabled} />
        <Pagination
          page={page}
          pages={pagination.pages}
          href={(other) => `${hrefs.webhook(id)}?page=${other}`}
        />
      </section>
      <section class="panel">
        <h2>Settings</h2>
        <form method="post" action={hrefs.webhook(id)}>
          <WebhookFields typed={typed ?? typedForWebhook(webhook)} faults={faults} />
          <button class="quiet">Save settings</button>
        </form>
      </section>
    </Page>
  );
}

function Actions({ id, enabled }: { id: string; enabled: boolean }) {
  return (
    <>
      {enabled && (
        <form method="post" action={`${hrefs.webhook(id)}/test`}>
          <button>Send a test</button>
        </form>
      )}
      <Confirm
        id="rotate"
        label="New secret"
        question="Replace the secret?"
        action={`${hrefs.webhook(id)}/rotate`}
        tone="plain"
      >
        <p>The one before goes on signing for a day, so that nothing is missed.</p>
      </Confirm>
      <Confirm
        id="delete"
        label="Delete"
        question="Delete this webhook?"
        action={`${hrefs.webhook(id)}/delete`}
      >
        <p>Nothing more is sent to it, and its deliveries are forgotten.</p>
      </Confirm>
    </>
  );
}
