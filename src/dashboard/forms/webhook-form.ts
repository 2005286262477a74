// The form of a webhook: what was typed in it, and the settings that it asks for.
import type { Context } from "hono";
import { z } from "zod";
import type { ServiceError } from "../../contract/errors.ts";
import { newWebhookBody, type WebhookSettings } from "../../contract/webhooks.ts";
import type { AppEnv } from "../../http/hono.ts";
import type { Faults, Values } from "./form.tsx";
import type { Webhook } from "../../domain/webhooks/webhook.ts";
import { type Form, readForm } from "./read-form.ts";

/** A form holds texts, and nothing of a box that is not ticked. */
const webhookForm = z.preprocess(fromTexts, newWebhookBody);

/** `typed` holds the kinds of event joined by commas. */
export function readWebhookForm(c: Context<AppEnv>): Promise<Form<WebhookSettings>> {
  return readForm(c, webhookForm);
}

export function typedForWebhook(webhook: Webhook): Values {
  return {
    url: webhook.url,
    events: webhook.events.join(","),
    enabled: webhook.enabled ? "on" : "",
    maxRetries: String(webhook.maxRetries),
    retryDelayMs: String(webhook.retryDelayMs),
  };
}

/** Beside the address where it is about that. */
export function webhookFaults({ code, message }: ServiceError): Faults {
  return code === "url_not_allowed" ? { url: message } : { form: message };
}

function fromTexts(body: unknown): unknown {
  const { url, events = [], enabled, maxRetries, retryDelayMs } = body as Record<string, unknown>; // of parseBody()
  return {
    url,
    events: [events].flat(),
    enabled: enabled === "on",
    maxRetries: numberIn(maxRetries),
    retryDelayMs: numberIn(retryDelayMs),
  };
}

/** What is left empty is as it is by default; what is no number the schema refuses. */
function numberIn(text: unknown): unknown {
  if (text === "" || text === undefined) return undefined;
  return typeof text === "string" && /^\d+$/.test(text) ? Number(text) : text;
}
