// Creates random secrets and the hashes that are stored in their place.

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** The largest multiple of 62 below 256. Higher bytes would favor the first characters. */
const FAIR_BYTES = 248;
const VISIBLE_KEY_LENGTH = 8;

/** Returns "es_" and 40 base-62 characters (238 random bits). Keys are shown once and never stored. */
export function createApiKey(): string {
  return `es_${randomBase62(40)}`;
}

/** Returns the key that is made from 32 random bytes in base64url. */
export function apiKeyFrom(secret: string): string {
  return `es_${base62From(secret, 40)}`;
}

/** Returns the start of a key. It is stored and shown, so that the owner recognizes the key. */
export function keyPrefix(key: string): string {
  return key.slice(0, VISIBLE_KEY_LENGTH);
}

/** Returns the SHA-256 hash in hex. API keys are random, so they need no slow hash. */
export function hashApiKey(key: string): Promise<string> {
  return sha256Hex(key);
}

export async function sha256Hex(text: string): Promise<string> {
  return toHex(
    new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))),
  );
}

/** Returns `length` random characters of 0-9, A-Z and a-z with equal probability. */
export function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < FAIR_BYTES && text.length < length) text += BASE62.charAt(byte % BASE62.length);
    }
  }
  return text;
}

/** Returns `length` characters of 0-9, A-Z and a-z, at most 42, made from 32 random bytes in base64url. */
export function base62From(secret: string, length: number): string {
  let rest = BigInt(`0x${toHex(Uint8Array.fromBase64(secret, { alphabet: "base64url" }))}`);
  let text = "";
  while (text.length < length) {
    text += BASE62.charAt(Number(rest % 62n));
    rest /= 62n;
  }
  return text;
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Decodes an even number of hex digits. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
