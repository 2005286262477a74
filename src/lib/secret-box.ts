// Encrypts secrets with keys of one master key, and derives other keys from it.

const IV_BYTES = 12;

export type SecretBox = {
  /** Encrypts with AES-256-GCM and returns nonce and ciphertext in base64. `unseal` requires the same `purpose`. */
  seal: (purpose: string, text: string) => Promise<string>;
  /** Returns the text, or undefined for another key, another purpose or altered data. */
  unseal: (purpose: string, sealed: string) => Promise<string | undefined>;
  /** Returns 32 bytes in base64url. One purpose always gives the same bytes. */
  derive: (purpose: string) => Promise<string>;
};

/**
 * Creates a secret box. `masterKey`: at least 32 random characters. If it is undefined, every function throws an Error
 * that names SECRET_KEY, so that a service without a master key can still capture.
 */
export function createSecretBox(masterKey: string | undefined): SecretBox {
  const sealingKey = async (purpose: string) =>
    crypto.subtle.importKey("raw", await expand(masterKey, `seal:${purpose}`), "AES-GCM", false, [
      "encrypt",
      "decrypt",
    ]);
  return {
    async seal(purpose, text) {
      const key = await sealingKey(purpose);
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const encrypted = await crypto.subtle.encrypt(
        { name: "AES-GCM", iv },
        key,
        new TextEncoder().encode(text),
      );
      const sealed = new Uint8Array(IV_BYTES + encrypted.byteLength);
      sealed.set(iv);
      sealed.set(new Uint8Array(encrypted), IV_BYTES);
      return sealed.toBase64();
    },

    async unseal(purpose, sealed) {
      const key = await sealingKey(purpose);
      try {
        const bytes = Uint8Array.fromBase64(sealed);
        const iv = bytes.subarray(0, IV_BYTES);
        const data = bytes.subarray(IV_BYTES);
        return new TextDecoder().decode(
          await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, data),
        );
      } catch {
        // Not base64, or not sealed by this key for this purpose.
        return undefined;
      }
    },

    async derive(purpose) {
      return (await expand(masterKey, `derive:${purpose}`)).toBase64({ alphabet: "base64url" });
    },
  };
}

async function expand(masterKey: string | undefined, info: string): Promise<Uint8Array> {
  if (masterKey === undefined)
    throw new Error("SECRET_KEY is not set. Set it once: npx wrangler secret put SECRET_KEY");
  const encoder = new TextEncoder();
  const material = await crypto.subtle.importKey("raw", encoder.encode(masterKey), "HKDF", false, [
    "deriveBits",
  ]);
  const bits = await crypto.subtle.deriveBits(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(0), info: encoder.encode(info) },
    material,
    256,
  );
  return new Uint8Array(bits);
}
