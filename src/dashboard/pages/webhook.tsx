// The page of one webhook: deliveries, settings, and the actions test, rotate and delete.
import type { Context } from "hono";
import * as z from "zod";
import { ServiceError } from "../../contract/errors.ts";
import {
  DELIVERY_STATES,
  deliveriesQueryShape,
  type DeliveryState,
} from "../../contract/webhooks.ts";
import { getOwnedDelivery, getOwnedWebhook } from "../../domain/webhooks/get-owned.ts";
import { listDeliveries } from "../../domain/webhooks/list.ts";
import { removeWebhook } from "../../domain/webhooks/remove.ts";
import { replayDelivery } from "../../domain/webhooks/replay.ts";
import { rotateWebhookSecret } from "../../domain/webhooks/rotate-secret.ts";
import { testWebhook } from "../../domain/webhooks/send-test.ts";
import { payloadOf } from "../../domain/webhooks/payload.ts";
import { updateWebhook } from "../../domain/webhooks/update.ts";
import type { Delivery } from "../../domain/webhooks/webhook.ts";
import { type AppEnv, factory } from "../../http/hono.ts";
import { Confirm } from "../components/confirm.tsx";
import { Deliveries } from "../components/deliveries.tsx";
import type { FieldErrors, EnteredValues } from "../forms/form.tsx";
import { Notice } from "../components/notice.tsx";
import { Pagination } from "../components/pagination.tsx";
import { WebhookFields } from "../components/webhook-fields.tsx";
import { WebhookSecret } from "../components/webhook-secret.tsx";
import { hrefs } from "../hrefs.ts";
import { Page } from "../layout.tsx";
import { membersOnly } from "../middleware/members-only.ts";
import { noticeOf, withNotice } from "../notices.ts";
import { readOnce, showOnce } from "../show-once.ts";
import { readWebhookForm, webhookFormValues, webhookErrors } from "../forms/webhook-form.ts";

const WEBHOOK_PATH = `${hrefs.webhooks}/:id` as const;
const PER_PAGE = 20;
const pageQuery = z
  .object({ page: deliveriesQueryShape.page, status: deliveriesQueryShape.status })
  .catch({ page: 1, status: undefined });

const newSecret = z.object({ made: z.enum(["created", "rotated"]), secret: z.string() });

export const webhookPages = factory
  .createApp()
  .use(`${hrefs.webhooks}/*`, membersOnly())
  .get(WEBHOOK_PATH, async (c) =>
    c.html(await renderWebhook(c, { notice: noticeOf(c.req.query("done")) })),
  )
  .post(WEBHOOK_PATH, async (c) => {
    const id = c.req.param("id");
    const { values, entered, errors } = await readWebhookForm(c);
    if (values === undefined) return c.html(await renderWebhook(c, { entered, errors }), 422);
    try {
      const { ctx, viewer } = c.var;
      await updateWebhook(ctx, viewer.caller, id, values, new URL(c.req.url).origin);
    } catch (error) {
      // Show a refused URL as an error of its field.
      if (!(error instanceof ServiceError) || error.code !== "url_not_allowed") throw error;
      return c.html(await renderWebhook(c, { entered, errors: webhookErrors(error) }), 422);
    }
    return c.redirect(withNotice(hrefs.webhook(id), "webhook-saved"), 303);
  })
  .post(`${WEBHOOK_PATH}/test`, async (c) => {
    const id = c.req.param("id");
    const { status, id: deliveryId } = await testWebhook(c.var.ctx, c.var.viewer.caller, id);
    const isDelivered = status === "delivered";
    const href = isDelivered
      ? withNotice(hrefs.webhook(id), "test-delivered")
      : hrefs.webhookAfterFailedTest(id, deliveryId);
    return c.redirect(href, 303);
  })
  .post(`${WEBHOOK_PATH}/rotate`, async (c) => {
    const { ctx, viewer } = c.var;
    const { webhook, secret } = await rotateWebhookSecret(ctx, viewer.caller, c.req.param("id"));
    return showOnce(c, hrefs.webhookSecret(webhook.id), { made: "rotated", secret });
  })
  .get(`${WEBHOOK_PATH}/secret`, async (c) => {
    const id = c.req.param("id");
    const shown = await readOnce(c, newSecret);
    if (shown === undefined) return c.redirect(hrefs.webhook(id), 303);
    return c.html(<WebhookSecret viewer={c.var.viewer} id={id} {...shown} />);
  })
  .post(`${WEBHOOK_PATH}/delete`, async (c) => {
    await removeWebhook(c.var.ctx, c.var.viewer.caller, c.req.param("id"));
    return c.redirect(withNotice(hrefs.webhooks, "webhook-deleted"), 303);
  })
  .post(`${hrefs.webhooks}/deliveries/:id/replay`, async (c) => {
    const { ctx, viewer } = c.var;
    const { webhook } = await getOwnedDelivery(ctx, viewer.caller, c.req.param("id"));
    await replayDelivery(ctx, viewer.caller, c.req.param("id"));
    return c.redirect(withNotice(hrefs.webhook(webhook.id), "delivery-replayed"), 303);
  });

type FormState = { notice?: string | undefined; entered?: EnteredValues; errors?: FieldErrors };

async function renderWebhook(
  c: Context<AppEnv, typeof WEBHOOK_PATH>,
  { notice, entered, errors = {} }: FormState,
) {
  const { ctx, viewer } = c.var;
  const id = c.req.param("id");
  const webhook = await getOwnedWebhook(ctx, viewer.caller, id);
  const { page, status } = pageQuery.parse(c.req.query());
  const query = { page, limit: PER_PAGE, status };
  const { deliveries, pagination } = await listDeliveries(ctx, viewer.caller, id, query);
  const failedTest = deliveries.find((delivery) => delivery.id === c.req.query("test"));
  const sent = deliveries.map((delivery) => ({
    delivery,
    body: payloadOf(delivery, webhook, ctx.config.cdnUrl),
  }));
  return (
    <Page
      title="Webhook"
      lead={webhook.url}
      viewer={viewer}
      current="webhooks"
      parent={{ href: hrefs.webhooks, label: "Webhooks" }}
      notice={notice}
      actions={<Actions id={id} enabled={webhook.enabled} />}
    >
      {failedTest !== undefined && (
        <Notice tone="bad">
          <strong>The test event was not delivered:</strong> {reasonOf(failedTest)}
        </Notice>
      )}
      <section class="panel">
        <h2>Deliveries</h2>
        <p class="presets small">
          {[undefined, ...DELIVERY_STATES].map((state) => (
            <a
              href={deliveriesHref(id, state)}
              {...(state === status ? { "aria-current": "true" as const } : {})}
            >
              {state === undefined ? "All" : `${state.charAt(0).toUpperCase()}${state.slice(1)}`}
            </a>
          ))}
        </p>
        <Deliveries sent={sent} canReplay={webhook.enabled} status={status} />
        <Pagination
          page={page}
          pages={pagination.pages}
          href={(other) => deliveriesHref(id, status, other)}
        />
      </section>
      <section class="panel">
        <h2>Settings</h2>
        <form method="post" action={hrefs.webhook(id)}>
          <WebhookFields entered={entered ?? webhookFormValues(webhook)} errors={errors} />
          <button class="quiet">Save settings</button>
        </form>
      </section>
    </Page>
  );
}

function deliveriesHref(id: string, status: DeliveryState | undefined, page = 1): string {
  const query = new URLSearchParams({
    ...(status === undefined ? {} : { status }),
    ...(page === 1 ? {} : { page: String(page) }),
  });
  return query.size === 0 ? hrefs.webhook(id) : `${hrefs.webhook(id)}?${query.toString()}`;
}

/** Returns the result of the last attempt as a sentence. */
function reasonOf({ attempts }: Delivery): string {
  const attempt = attempts.at(-1);
  if (attempt === undefined) return "The delivery is pending.";
  return attempt.error ?? `The receiver responded with HTTP ${attempt.status ?? ""}.`;
}

function Actions({ id, enabled }: { id: string; enabled: boolean }) {
  return (
    <>
      {enabled && (
        <form method="post" action={`${hrefs.webhook(id)}/test`}>
          <button>Send test event</button>
        </form>
      )}
      <Confirm
        id="rotate"
        label="Rotate secret"
        question="Rotate the signing secret?"
        action={`${hrefs.webhook(id)}/rotate`}
        tone="plain"
      >
        <p>
          The previous secret stays valid for 24 hours, so that you have time to update the
          receiver.
        </p>
      </Confirm>
      <Confirm
        id="delete"
        label="Delete"
        question="Delete this webhook?"
        action={`${hrefs.webhook(id)}/delete`}
      >
        <p>The webhook receives no more events. Its delivery history is deleted.</p>
      </Confirm>
    </>
  );
}
