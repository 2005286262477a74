// Verifies the signature of webhook events (Standard Webhooks, https://www.standardwebhooks.com).

/** Maximum difference to the current time. Prevents replay attacks with recorded events. */
const TOLERANCE_SECONDS = 5 * 60;

type ReceivedEvent = {
  /** The raw body, byte for byte. */
  body: string;
  headers: Headers | Record<string, string | undefined>;
  /** "whsec_…", from the response that created the webhook or rotated its secret. */
  secret: string;
};

/**
 * Returns the event if its signature and timestamp are valid, otherwise throws an Error. Deduplicate events by `event_id`.
 */
export async function verifyWebhook<Event = { event: string; event_id: string; timestamp: string }>(
  received: ReceivedEvent,
): Promise<Event> {
  const { body, secret } = received;
  const headers = new Headers(
    Object.entries(
      received.headers instanceof Headers ? Object.fromEntries(received.headers) : received.headers,
    ).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map(
    (name) => headers.get(name),
  );
  if (!id || !timestamp || !signatures)
    throw new Error("The request has no signature. Pass all of its headers.");
  const ageSeconds = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(ageSeconds <= TOLERANCE_SECONDS))
    throw new Error("The timestamp differs by more than 5 minutes from the current time.");

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
      // A valid signature proves that the service sent the documented shape.
      return JSON.parse(body) as Event;
  }
  throw new Error("The signature is invalid. Check the secret and pass the raw body.");
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    // Not base64: an empty signature never verifies.
    return new Uint8Array();
  }
}
