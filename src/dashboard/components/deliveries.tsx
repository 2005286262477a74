// The deliveries of a webhook: request, attempts, and a button that resends the event.
import type { EventPayload } from "../../contract/events.ts";
import type { DeliveryAttempt, DeliveryState } from "../../contract/webhooks.ts";
import type { Delivery } from "../../domain/webhooks/webhook.ts";
import { hrefs } from "../hrefs.ts";
import { Empty } from "./empty.tsx";
import { Timestamp } from "./timestamp.tsx";

export type SentEvent = { delivery: Delivery; body: EventPayload };

const states: Record<DeliveryState, [label: string, tone: string]> = {
  pending: ["Pending", "warn"],
  delivered: ["Delivered", "good"],
  failed: ["Failed", "bad"],
};

type Props = {
  sent: SentEvent[];
  canReplay: boolean;
  /** The state of all these deliveries; undefined if the list is not filtered. */
  status: Delivery["status"] | undefined;
};

export function Deliveries({ sent, canReplay, status }: Props) {
  if (sent.length === 0) {
    if (status !== undefined) return <Empty title={`No ${status} deliveries`} />;
    return (
      <Empty title="No deliveries yet">
        <p>Send a test event or capture a page.</p>
      </Empty>
    );
  }
  return (
    <div class="deliveries">
      {sent.map((event) => (
        <DeliveryDetails {...event} canReplay={canReplay} />
      ))}
    </div>
  );
}

function DeliveryDetails({ delivery, body, canReplay }: SentEvent & { canReplay: boolean }) {
  const { id, event, eventId, status, attempts, createdAt } = delivery;
  const [label, tone] = states[status];
  const last = attempts.at(-1);
  return (
    <details class="group">
      <summary>
        <strong>{event}</strong> <span class={`badge ${tone}`}>{label}</span>{" "}
        <span class="soft small">
          <Timestamp at={createdAt} exact />
        </span>
        {status === "failed" && last !== undefined && (
          <span class="failing small">{` ${resultOf(last)}`}</span>
        )}
      </summary>
      <h3>Attempts</h3>
      {attempts.length === 0 ? (
        <p class="soft">Not sent yet.</p>
      ) : (
        <ol>
          {attempts.map((attempt) => (
            <li>
              <Timestamp at={new Date(attempt.at)} exact />, {attempt.durationMs} ms:{" "}
              <span class={isDelivered(attempt) ? "" : "failing"}>{resultOf(attempt)}</span>
            </li>
          ))}
        </ol>
      )}
      <h3>Request</h3>
      <pre tabindex={0} role="region" aria-label={`Request of ${eventId}`}>
        <code>{`webhook-id: ${eventId}\nX-Webhook-Event: ${event}\n\n${JSON.stringify(body, null, 2)}`}</code>
      </pre>
      {canReplay && status !== "pending" && (
        <form method="post" action={hrefs.replay(id)}>
          <button class="quiet compact">Resend</button>
        </form>
      )}
    </details>
  );
}

function resultOf({ error, status }: DeliveryAttempt): string {
  return error ?? `HTTP ${status ?? ""}`;
}

function isDelivered({ error, status }: DeliveryAttempt): boolean {
  return error === null && status !== null && status < 300;
}
