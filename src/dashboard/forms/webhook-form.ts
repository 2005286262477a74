// Converts between the form of a webhook and its settings.
import type { Context } from "hono";
import * as z from "zod";
import type { ServiceError } from "../../contract/errors.ts";
import { newWebhookBody, type WebhookSettings } from "../../contract/webhooks.ts";
import type { AppEnv } from "../../http/hono.ts";
import type { FieldErrors, EnteredValues } from "./form.tsx";
import type { Webhook } from "../../domain/webhooks/webhook.ts";
import { type Form, readForm } from "./read-form.ts";

/** Form fields are strings, and unchecked boxes are missing from the body. */
const webhookForm = z.preprocess(fromFormBody, newWebhookBody);

/** In `entered`, the event types are joined by commas. */
export function readWebhookForm(c: Context<AppEnv>): Promise<Form<WebhookSettings>> {
  return readForm(c, webhookForm);
}

export function webhookFormValues(webhook: Webhook): EnteredValues {
  return {
    url: webhook.url,
    events: webhook.events.join(","),
    enabled: webhook.enabled ? "on" : "",
    maxRetries: String(webhook.maxRetries),
    retryDelayMs: String(webhook.retryDelayMs),
  };
}

/** Assigns the error to the URL field if it concerns the URL, otherwise to the form. */
export function webhookErrors({ code, message }: ServiceError): FieldErrors {
  return code === "url_not_allowed" ? { url: message } : { form: message };
}

function fromFormBody(body: unknown): unknown {
  const { url, events = [], enabled, maxRetries, retryDelayMs } = body as Record<string, unknown>; // the result of parseBody()
  return {
    url,
    events: [events].flat(),
    enabled: enabled === "on",
    maxRetries: toNumber(maxRetries),
    retryDelayMs: toNumber(retryDelayMs),
  };
}

/** Returns undefined for an empty field, so that the default applies. Returns text that is not a number unchanged; the schema rejects it. */
function toNumber(text: unknown): unknown {
  if (text === "" || text === undefined) return undefined;
  return typeof text === "string" && /^\d+$/.test(text) ? Number(text) : text;
}
