// Secrets that nobody can guess, and the fingerprints that are kept instead of them.

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** The largest multiple of 62 in a byte: bytes from here on would favour the first characters. */
const FAIR_BYTES = 248;
const VISIBLE_KEY_LENGTH = 8;

/** "es_" and 40 characters of base 62 (238 random bits). Shown once, never stored. */
export function createApiKey(): string {
  return `es_${randomBase62(40)}`;
}

/** What may be stored and shown of a key, so that its owner can tell it from others. */
export function keyPrefix(key: string): string {
  return key.slice(0, VISIBLE_KEY_LENGTH);
}

/** SHA-256 in hex: enough for keys, which are too random to be tried out. */
export function hashApiKey(key: string): Promise<string> {
  return sha256Hex(key);
}

export async function sha256Hex(text: string): Promise<string> {
  return toHex(
    new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))),
  );
}

/** `length` characters of 0-9A-Za-z, each equally likely. */
export function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < FAIR_BYTES && text.length < length) text += BASE62.charAt(byte % BASE62.length);
    }
  }
  return text;
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The bytes of an even number of hex digits. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
