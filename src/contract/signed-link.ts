// Signed links: GET /v1/capture for pages that show an image and no key (docs/decisions.md "Signed links"). Pure, so
// that the service, its client, the dashboard and the command line sign and read alike.
import { fromHex, hashApiKey, toHex } from "../lib/secrets.ts";
import type { CaptureOptionsInput } from "./capture-options.ts";

/** What Workers take as the address of a request, bytes. */
const MAX_LINK_LENGTH = 16 * 1024;

export const LINK_PATH = "/v1/capture";

/** Seconds for which a link is answered from storage where it does not say `cache_ttl`. */
export const LINK_CACHE_TTL = 24 * 60 * 60;

const KEY_ID_LENGTH = 24;
const KEY_ID = /^[0-9a-f]{24}$/;
const SIGNATURE = /^[0-9a-f]{64}$/;
/** Unix seconds. */
const EXPIRES = /^[1-9]\d{0,11}$/;

/** The two halves of an API key's fingerprint: one names the key in links, the other signs them. */
export type LinkKey = { id: string; secret: string };

export type Link = { keyId: string; expiresAt: Date; signature: string; message: string };

export type LinkError = "invalid_signature" | "link_too_long";

type LinkTarget = { url: string; name?: string; options?: Partial<CaptureOptionsInput> };

export async function linkKeyOf(apiKey: string): Promise<LinkKey> {
  return linkKeyOfHash(await hashApiKey(apiKey));
}

/** `secretHash`: what `hashApiKey` makes of the key. */
export function linkKeyOfHash(secretHash: string): LinkKey {
  return { id: secretHash.slice(0, KEY_ID_LENGTH), secret: secretHash.slice(KEY_ID_LENGTH) };
}

/**
 * The whole link, on the service at `serviceUrl`. Whoever has it sees every option in it. Throws a RangeError when it
 * would be too long.
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
    if (value !== undefined) link.searchParams.set(parameter, spell(parameter, value));
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
    throw new RangeError(`A link has at most ${MAX_LINK_LENGTH} characters.`);
  return link.href;
}

/** What an address says of its signature; undefined when it bears none. */
export function readLink(address: string): Link | LinkError | undefined {
  const parameters = new URL(address).searchParams;
  const signature = parameters.get("signature");
  if (signature === null) return undefined;
  if (address.length > MAX_LINK_LENGTH) return "link_too_long";

  const names = [...parameters.keys()];
  const [keyId, expires] = [parameters.get("key_id") ?? "", parameters.get("expires") ?? ""];
  const isLink =
    new Set(names).size === names.length &&
    // A link is made so as to show no key.
    !parameters.has("api_key") &&
    KEY_ID.test(keyId) &&
    EXPIRES.test(expires) &&
    SIGNATURE.test(signature);
  if (!isLink) return "invalid_signature";
  const expiresAt = new Date(Number(expires) * 1000);
  return { keyId, expiresAt, signature, message: messageOf(parameters) };
}

export async function isSignedBy({ signature, message }: Link, key: LinkKey): Promise<boolean> {
  // Compares in constant time.
  return crypto.subtle.verify(
    "HMAC",
    await hmacKey(key.secret),
    fromHex(signature),
    encode(message),
  );
}

/** What is signed: the address without its host, its parameters in order of their names, in one spelling. */
function messageOf(parameters: URLSearchParams): string {
  const signed = [...parameters]
    .filter(([name]) => name !== "signature")
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return `GET ${LINK_PATH}?${signed.sort().join("&")}`;
}

/** As a query string spells an option (contract/capture-options-query.ts). */
function spell(option: string, value: unknown): string {
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
