// Signed links: GET /v1/capture without an API key, for images in public pages (docs/decisions/signed-links.md).
// The service, the client, the dashboard and the command line share this code.
import { fromHex, hashApiKey, toHex } from "../lib/secrets.ts";
import type { CaptureOptionsInput } from "./capture-options.ts";

/** Maximum length of a request URL in Workers, in bytes. */
const MAX_LINK_LENGTH = 16 * 1024;

export const LINK_PATH = "/v1/capture";

/** Default `cache_ttl` of signed links, in seconds. */
export const LINK_CACHE_TTL = 24 * 60 * 60;

const KEY_ID_LENGTH = 24;
const KEY_ID = /^[0-9a-f]{24}$/;
const SIGNATURE = /^[0-9a-f]{64}$/;
/** Unix time in seconds. */
const EXPIRES = /^[1-9]\d{0,11}$/;

/** The two halves of the hash of an API key: `id` identifies the key in links, `secret` signs them. */
export type LinkKey = { id: string; secret: string };

export type Link = { keyId: string; expiresAt: Date; signature: string; message: string };

export type LinkError = "invalid_signature" | "link_too_long";

type LinkTarget = { url: string; name?: string; options?: Partial<CaptureOptionsInput> };

export async function linkKeyOf(apiKey: string): Promise<LinkKey> {
  return linkKeyOfHash(await hashApiKey(apiKey));
}

/** Returns the link key of an API key with this hash (`hashApiKey`). */
export function linkKeyOfHash(secretHash: string): LinkKey {
  return { id: secretHash.slice(0, KEY_ID_LENGTH), secret: secretHash.slice(KEY_ID_LENGTH) };
}

/**
 * Returns a signed link to the service at `serviceUrl`. The link shows every option to its readers. Throws a RangeError
 * when the link is longer than 16 KiB.
 */
export async function signLink(
  serviceUrl: string,
  { url, name, options = {} }: LinkTarget,
  expiresAt: Date,
  key: LinkKey,
): Promise<string> {
  const link = new URL(LINK_PATH, serviceUrl);
  const parameters = { url, name, ...options };
  for (const [parameter, value] of Object.entries(parameters))
    if (value !== undefined) link.searchParams.set(parameter, toParameter(parameter, value));
  link.searchParams.set("key_id", key.id);
  link.searchParams.set("expires", String(Math.floor(expiresAt.getTime() / 1000)));
  link.searchParams.sort();
  const mac = await crypto.subtle.sign(
    "HMAC",
    await hmacKey(key.secret),
    encode(messageOf(link.searchParams)),
  );
  link.searchParams.set("signature", toHex(new Uint8Array(mac)));
  if (link.href.length > MAX_LINK_LENGTH)
    throw new RangeError(
      `The link is longer than ${MAX_LINK_LENGTH} characters. Shorten its options.`,
    );
  return link.href;
}

/** Reads the signature of a request URL. Returns undefined when the URL has no signature. */
export function readLink(address: string): Link | LinkError | undefined {
  const parameters = new URL(address).searchParams;
  const signature = parameters.get("signature");
  if (signature === null) return undefined;
  if (address.length > MAX_LINK_LENGTH) return "link_too_long";

  const names = [...parameters.keys()];
  const [keyId, expires] = [parameters.get("key_id") ?? "", parameters.get("expires") ?? ""];
  const isLink =
    new Set(names).size === names.length &&
    // A signed link must not reveal an API key.
    !parameters.has("api_key") &&
    KEY_ID.test(keyId) &&
    EXPIRES.test(expires) &&
    SIGNATURE.test(signature);
  if (!isLink) return "invalid_signature";
  const expiresAt = new Date(Number(expires) * 1000);
  return { keyId, expiresAt, signature, message: messageOf(parameters) };
}

export async function isSignedBy({ signature, message }: Link, key: LinkKey): Promise<boolean> {
  // crypto.subtle.verify compares in constant time.
  return crypto.subtle.verify(
    "HMAC",
    await hmacKey(key.secret),
    fromHex(signature),
    encode(message),
  );
}

/** Returns the text to sign: method, path and the parameters, sorted by name and percent-encoded. */
function messageOf(parameters: URLSearchParams): string {
  const signed = [...parameters]
    .filter(([name]) => name !== "signature")
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return `GET ${LINK_PATH}?${signed.sort().join("&")}`;
}

/** Returns the query-string form of an option. See `capture-options-query.ts`. */
function toParameter(option: string, value: unknown): string {
  if (option === "wait_until" && Array.isArray(value)) return value.join(",");
  return typeof value === "string" ? value : JSON.stringify(value);
}

async function hmacKey(secret: string): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
    "verify",
  ]);
}

function encode(text: string) {
  return new TextEncoder().encode(text);
}
