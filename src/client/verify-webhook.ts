// Whether an event that arrived at a webhook came from the service (Standard Webhooks, https://www.standardwebhooks.com).

/** An event that is older, or younger, was recorded by somebody and is not to be believed. */
const TOLERANCE_SECONDS = 5 * 60;

type Arrived = {
  /** The body as it arrived, byte for byte. */
  body: string;
  headers: Headers | Record<string, string | undefined>;
  /** "whsec_…", as it was told when the webhook was made or its secret rotated. */
  secret: string;
};

/** Resolves to the event when signature and age are right; throws an Error otherwise. Dedupe on its `event_id`. */
export async function verifyWebhook<Event = { event: string; event_id: string; timestamp: string }>(
  arrived: Arrived,
): Promise<Event> {
  const { body, secret } = arrived;
  const headers = new Headers(
    Object.entries(
      arrived.headers instanceof Headers ? Object.fromEntries(arrived.headers) : arrived.headers,
    ).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map(
    (name) => headers.get(name),
  );
  if (!id || !timestamp || !signatures) throw new Error("The webhook has no signature.");
  const ageSeconds = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(ageSeconds <= TOLERANCE_SECONDS)) throw new Error("The webhook is too old or too new.");

  const key = await crypto.subtle.importKey(
    "raw",
    fromBase64(secret.replace(/^whsec_/, "")),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["verify"],
  );
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const signature of signatures.split(" ")) {
    const [version, value = ""] = signature.split(",");
    if (version === "v1" && (await crypto.subtle.verify("HMAC", key, fromBase64(value), signed)))
      // What the service signed is what it documents.
      return JSON.parse(body) as Event;
  }
  throw new Error("The webhook's signature is wrong.");
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    // Not base64: no signature of anybody.
    return new Uint8Array();
  }
}
