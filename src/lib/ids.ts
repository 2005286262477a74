// Record identifiers: they sort by time and cannot be guessed (docs/decisions.md "Records and identifiers").
import { toHex } from "./secrets.ts";

/** 24 lowercase hex characters: 4 bytes of unix seconds, then 8 random bytes. */
export function createId(now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  return seconds.toString(16).padStart(8, "0") + toHex(crypto.getRandomValues(new Uint8Array(8)));
}
