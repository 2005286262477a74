// Builds the body of a delivery. Every attempt sends the same body.
import type {
  EventData,
  EventPayload,
  MonitorFacts,
  ScreenshotFacts,
} from "../../contract/events.ts";
import type { Delivery } from "../../storage/deliveries.ts";
import type { Webhook } from "../../storage/webhooks.ts";
import {
  type AddressBase,
  describeFailure,
  describeMetadata,
  findImageUrl,
  imageUrl,
} from "../screenshots/records/describe.ts";

/** `cdnUrl`: the operator's host for images, or empty for the host of the service. */
export function payloadOf(delivery: Delivery, webhook: Webhook, cdnUrl: string): EventPayload {
  const { event, eventId, createdAt, subject } = delivery;
  const base = { cdnUrl, serviceOrigin: webhook.serviceOrigin };
  const data =
    "screenshot" in subject
      ? describeScreenshot(delivery, subject.screenshot, base)
      : "monitor" in subject
        ? describeRun(subject, base)
        : subject;
  return {
    event,
    event_id: eventId,
    timestamp: createdAt.toISOString(),
    data: { ...data, user: { id: webhook.accountId } },
  };
}

function describeRun({ change, ...facts }: MonitorFacts, base: AddressBase) {
  if (change === undefined) return facts;
  const { diffKey, ...found } = change;
  const diffUrl = diffKey === null ? null : imageUrl(diffKey, base);
  return { ...facts, change: { ...found, diffUrl } };
}

function describeScreenshot(
  { event, createdAt }: Delivery,
  facts: ScreenshotFacts,
  base: AddressBase,
): Omit<Extract<EventData, { screenshot: unknown }>, "user"> {
  const imageUrl = findImageUrl(facts, base);
  const error = describeFailure(facts);
  const screenshot = {
    _id: facts.id,
    url: facts.url,
    status: facts.status,
    imageUrl,
    metadata: describeMetadata(facts),
    ...(error === undefined ? {} : { error }),
  };
  if (event === "screenshot.deleted") {
    const deletedSize = imageUrl === null ? 0 : (facts.fileSize ?? 0);
    const deletion = { isDeleted: true as const, deletedAt: createdAt.toISOString(), deletedSize };
    return { screenshot: { ...screenshot, imageUrl: null, ...deletion } };
  }
  return { screenshot, ...(error === undefined ? {} : { error: error.message }) };
}
